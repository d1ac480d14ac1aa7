/// What is the same in the identity of many callers.
package struct CallerProfile: Equatable, Sendable {
  /// What kind of caller it is; the raw value is that of Apple's `IdentityCategory`.
  package enum Category: Int, CaseIterable, Sendable {
    case unspecified = 0
    case person = 1
    case business = 2

    /// The word in a pipeline file.
    package var name: String {
      switch self {
      case .unspecified: "unspecified"
      case .person: "person"
      case .business: "business"
      }
    }

    /// The category with a name, if there is one.
    package init?(name: String) {
      guard let known = Self.allCases.first(where: { $0.name == name }) else { return nil }
      self = known
    }
  }

  /// Minutes for which a phone keeps an identity; 0 leaves it to the phone.
  package var cacheMinutes: UInt32
  /// What kind of caller it is.
  package var category: Category

  /// Creates a profile.
  package init(cacheMinutes: UInt32, category: Category) {
    self.cacheMinutes = cacheMinutes
    self.category = category
  }
}

/// The serialized `CallIdentity` of a caller, in protobuf (proto3): fields that are empty or zero
/// are left out, the others stand in the order of their numbers.
package enum CallerIdentity {
  /// Largest value of a row in bytes: a bucket stores sizes in 16 bits (`HashBucketEntry`).
  package static let longestValue = 65_535

  /// The field of an icon in HEIC: the message `Icon` with format and image.
  package static func iconField(_ image: [UInt8]) -> [UInt8] {
    if image.isEmpty { return [] }
    var icon: [UInt8] = [0x08, 0x01, 0x12]
    Varint.append(image.count, to: &icon)
    icon += image
    var field: [UInt8] = [0x12]
    Varint.append(icon.count, to: &field)
    return field + icon
  }

  /// Whether bytes are nothing, or the field of an icon that holds a picture in HEIC.
  package static func isIconField(_ field: UnsafeRawBufferPointer) -> Bool {
    if field.isEmpty { return true }
    var place = 1
    guard field[0] == 0x12, let icon = Varint.read(field, at: &place), icon == field.count - place,
      icon > 3, field[place..<place + 3].elementsEqual([0x08, 0x01, 0x12])
    else { return false }
    place += 3
    guard let image = Varint.read(field, at: &place), image == field.count - place else {
      return false
    }
    return HEIC.isImage(UnsafeRawBufferPointer(rebasing: field[place...]))
  }

  /// The fields after name and icon.
  package static func profileFields(_ profile: CallerProfile) -> [UInt8] {
    var fields: [UInt8] = []
    if profile.cacheMinutes > 0 {
      fields.append(0x18)
      Varint.append(Int(profile.cacheMinutes), to: &fields)
    }
    if profile.category != .unspecified {
      fields.append(0x20)
      Varint.append(profile.category.rawValue, to: &fields)
    }
    return fields
  }

  /// Length of a value with a name of so many bytes, at least 1, and fields of so many bytes.
  @inline(__always)
  package static func length(name: Int, fields: Int) -> Int {
    1 + Varint.length(of: name) + name + fields
  }
}

/// Whole numbers in seven-bit groups, the lowest first.
package enum Varint {
  /// Bytes that a value takes, which is not negative.
  @inline(__always)
  package static func length(of value: Int) -> Int {
    value < 0x80 ? 1 : (70 - value.leadingZeroBitCount) / 7
  }

  /// Adds a value, which is not negative.
  package static func append(_ value: Int, to bytes: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a value, which is not negative, and gives the place after it.
  @inline(__always)
  package static func write(
    _ value: Int, to place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    var rest = value
    var place = place
    while rest >= 0x80 {
      place.pointee = UInt8(truncatingIfNeeded: rest) | 0x80
      place += 1
      rest >>= 7
    }
    place.pointee = UInt8(truncatingIfNeeded: rest)
    return place + 1
  }

  /// Reads a value below 2^56 at `place` and moves it on; nil when the bytes end before.
  package static func read(_ bytes: UnsafeRawBufferPointer, at place: inout Int) -> Int? {
    var value = 0
    var shift = 0
    while place < bytes.count, shift < 56 {
      let byte = bytes[place]
      place += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
