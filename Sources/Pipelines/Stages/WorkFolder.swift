internal import Publication

/// The folder in which the streams of all splits and parts wait for the last stage.
///
/// `split-I.account`, or the whole stream `split-I.frames`, `part-J.merged`, and `group-K.chunks` where
/// chunks are made apart; further attempts end in a number, `split-I.account.2`. All other names are somebody else's.
struct WorkFolder {
  /// By split, by part and by group of slots: the paths of all attempts, first ones first.
  private(set) var splits: [Int: [String]] = [:]
  private(set) var parts: [Int: [String]] = [:]
  private(set) var groups: [Int: [String]] = [:]

  /// Lists a folder.
  init(_ path: String) throws {
    guard let names = try FileSystem().names(in: path) else {
      throw StageError(
        path, "no such folder", "Name the folder with the streams of all splits and parts.",
        isUsage: true)
    }
    for name in names.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
      let words = name.split(separator: ".", omittingEmptySubsequences: false)
      guard words.count == 2 || words.count == 3 && Int(words[2]) != nil else { continue }
      if ["account", "frames"].contains(words[1]), let split = Self.number(words[0], "split-") {
        splits[split, default: []].append(path + "/" + name)
      }
      if words[1] == "merged", let part = Self.number(words[0], "part-") {
        parts[part, default: []].append(path + "/" + name)
      }
      if words[1] == "chunks", let group = Self.number(words[0], "group-") {
        groups[group, default: []].append(path + "/" + name)
      }
    }
  }

  private static func number(_ word: Substring, _ prefix: String) -> Int? {
    guard word.hasPrefix(prefix), let number = Int(word.dropFirst(prefix.count)) else { return nil }
    return prefix + String(number) == word ? number : nil
  }
}
