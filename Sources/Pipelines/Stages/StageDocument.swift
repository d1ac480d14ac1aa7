internal import DirectoryFormat
internal import Foundation
internal import Publication
internal import Signing

/// Documents and payloads of JSON that stages hand to one another: sorted keys, snake case.
enum StageDocument {
  /// Largest document that is read: a plan of a million splits.
  static let mostBytes = 512 << 20

  /// Encodes a document; with a line end where it stands alone.
  static func encode(_ document: some Encodable, isAlone: Bool = false) throws -> [UInt8] {
    var writer = JSONWriter(isAlone ? .report : .dense)
    try EncodedNode.of(document).write(to: &writer)
    if isAlone { writer.endLine() }
    return writer.bytes
  }

  /// Decodes a document; what cannot be decoded is told by its place.
  static func decode<Document: Decodable>(
    _ type: Document.Type, from bytes: some Sequence<UInt8>, of place: String
  ) throws(StageError) -> Document {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do { return try decoder.decode(type, from: Data(bytes)) } catch {
      throw .damaged(place, "cannot be read as what this version writes")
    }
  }

  /// Reads a document and what names it: the SHA-256 of its bytes in hexadecimal.
  static func load<Document: Decodable>(
    _ type: Document.Type, at path: String
  ) throws -> (document: Document, sha256: String) {
    guard let bytes = try FileSystem().read(path, limit: mostBytes) else {
      throw StageError(
        path, "no such file", "Name the document that the stage before wrote.", isUsage: true)
    }
    return (try decode(type, from: bytes, of: path), SHA256.hexadecimal(of: bytes))
  }
}
