#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One call to the system, as `FileSystem` announces it before it is made.
package struct FileCall: Hashable, Sendable {
  /// What is asked of the system.
  package enum Kind: String, CaseIterable, Sendable {
    case examine, list, open, read
    case create, write, sync, makeFolder, rename, link, remove, lock
  }

  /// What is asked.
  package let kind: Kind
  /// The file or folder; of a renaming the new name.
  package let path: String

  /// Names a call.
  package init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
  }

  /// Whether the call changes the disk.
  package var isChange: Bool {
    switch kind {
    case .examine, .list, .open, .read: false
    case .create, .write, .sync, .makeFolder, .rename, .link, .remove, .lock: true
    }
  }
}

/// What is at a path.
package struct FileFacts: Equatable, Sendable {
  /// What kind of thing it is.
  package enum Kind: Sendable { case file, folder, other }

  /// What kind of thing it is; a link to a folder is a folder, any other link is something else.
  package let kind: Kind
  /// Whether it is a link that leads there.
  package let isLink: Bool
  /// The user whom it belongs to.
  package let owner: UInt32
  /// Names that the file has; a folder has one for each folder in it, too.
  package let names: Int
  /// Size of a file.
  package let bytes: Int
  /// Number of the file on its file system.
  package let inode: UInt64
  /// When the contents changed, in nanoseconds since 1970.
  package let modified: Int
  /// When anything about the file changed, its name included, in nanoseconds since 1970.
  package let changed: Int

  /// Whether it is a regular file.
  package var isFile: Bool { kind == .file }
  /// Whether it is a folder.
  package var isFolder: Bool { kind == .folder }
  /// What it is, in words for a message.
  package var words: String {
    if isLink { return "a link" }
    return isFile ? "a file" : isFolder ? "a folder" : Self.neither
  }
  /// What is neither file nor folder nor link.
  static let neither = "a pipe, socket or device"

  init(_ status: stat, kind: Kind, isLink: Bool = false) {
    self.kind = kind
    self.isLink = isLink
    owner = status.st_uid
    names = Int(status.st_nlink)
    bytes = Int(status.st_size)
    inode = UInt64(status.st_ino)
    #if canImport(Glibc)
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #else
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #endif
    self.modified = modified.tv_sec &* 1_000_000_000 &+ modified.tv_nsec
    self.changed = changed.tv_sec &* 1_000_000_000 &+ changed.tv_nsec
  }
}
