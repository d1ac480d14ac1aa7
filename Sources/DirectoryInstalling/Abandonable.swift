import DirectoryFormat

/// Waits for work that cannot be cancelled, until its own task is.
enum Abandonable {
  /// Runs the work to its end, and throws `CancellationError` at once when the task is cancelled; the work
  /// then goes on, and what it comes to is lost.
  static func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (ends, end) = AsyncThrowingStream.makeStream(of: Value.self)
    Task {
      do {
        end.yield(try await work())
        end.finish()
      } catch {
        end.finish(throwing: error)
      }
    }
    for try await value in ends { return value }
    throw CancellationError()
  }

  /// Reads a manifest and checks its digests, which takes a second or more of the largest ones.
  static func parse<Function: DigestFunction>(
    _ bytes: [UInt8], _ function: Function.Type
  ) async throws(InstallError) -> Manifest {
    do {
      return try await run {
        let manifest = try Manifest.decode(bytes)
        try manifest.checkDigests(with: Function.self)
        return manifest
      }
    } catch let error as ManifestError {
      throw .manifest(error)
    } catch {
      throw .cancelled
    }
  }
}
