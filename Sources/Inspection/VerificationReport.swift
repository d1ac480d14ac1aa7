package import DirectoryFormat
import Display

/// What verifying a directory came to.
package struct VerificationReport: Sendable {
  /// The manifest, if it could be read.
  package var manifest: Manifest?
  /// The timestamp, if there is one that could be read.
  package var timestamp: DirectoryTimestamp?
  /// The clock by which it was judged, if it was.
  package var now: DirectoryTime?
  /// What is wrong or worth knowing: manifest first, then by slot, file and line; timestamp last.
  package var findings: [Finding] = []
  /// Bytes read from files of the directory.
  package var bytesRead = 0
  /// Deltas that were replayed.
  package var deltas = 0

  /// Whether iOS would take the directory as it is.
  package var isSound: Bool {
    manifest != nil && findings.allSatisfy { $0.severity == .note }
  }

  /// The findings, one a line, and a last line with the verdict.
  package func text(masked: Bool) -> String {
    var lines = findings.map { Escaping.escaped($0.text(masked: masked)) }
    if isSound, let manifest {
      lines.append(
        "sound: generation \(manifest.generation.prefix(16)), sequence \(manifest.sequence), "
          + "\(manifest.entries(in: .identification)) identification and "
          + "\(manifest.entries(in: .blocking)) blocking entries in \(manifest.slots.count) "
          + "slots, \(deltas) deltas replayed")
      if let timestamp { lines.append(freshness(timestamp)) }
    } else {
      let violations = findings.count { $0.severity == .violation }
      lines.append("not sound: \(violations) violation\(violations == 1 ? "" : "s")")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Until when the directory holds.
  private func freshness(_ timestamp: DirectoryTimestamp) -> String {
    let left = now.map { now in
      let minutes = (timestamp.expires.seconds - now.seconds) / 60
      return minutes < 2 * 1_440
        ? "\(minutes / 60) h \(minutes % 60) min" : "\(minutes / 1_440) d \(minutes / 60 % 24) h"
    }
    return "fresh: issued \(timestamp.issued), expires \(timestamp.expires)"
      + (left.map { ", holds for \($0)" } ?? "")
  }

  /// The report as a JSON document with a final LF.
  package func json(masked: Bool) -> [UInt8] {
    var members: [String: JSONNode] = [
      "sound": .boolean(isSound),
      "bytes_read": .integer(bytesRead),
      "deltas": .integer(deltas),
      "findings": .array(findings.map { $0.json(masked: masked) }),
    ]
    if let manifest {
      members["generation"] = .string(manifest.generation)
      members["sequence"] = .integer(manifest.sequence)
      members["entries"] = .object([
        "identification": .integer(manifest.entries(in: .identification)),
        "blocking": .integer(manifest.entries(in: .blocking)),
      ])
    }
    if let timestamp {
      var facts: [String: JSONNode] = [
        "issued": .string(timestamp.issued.description),
        "expires": .string(timestamp.expires.description),
        "next": .string(timestamp.next.description),
      ]
      if let now {
        facts["holds_for_seconds"] = .integer(
          Int(max(timestamp.expires.seconds - now.seconds, 0)))
      }
      members["timestamp"] = .object(facts)
    }
    return JSONNode.object(members).document()
  }
}
