package import DirectoryFormat

/// A finished delta that was proved and waits for its publication.
package struct StagedDelta: Sendable, Equatable {
  /// Where the file lies now.
  package let place: String
  /// What the manifest will say of it.
  package let delta: Manifest.Delta

  /// Describes the file at `place`.
  package init(place: String, delta: Manifest.Delta) {
    self.place = place
    self.delta = delta
  }
}
