#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The system gives no more threads.
package struct ThreadError: Error, Equatable, CustomStringConvertible {
  /// Why, as an `errno` value.
  package var code: Int32

  /// Creates an error.
  package init(code: Int32) { self.code = code }

  /// What is wrong.
  package var problem: String {
    "the system gives no more of them (\(String(cString: strerror(code))))"
  }

  /// What to do.
  package static let remedy =
    "Raise the limit of processes (ulimit -u, or pids of the container), or lower --threads."

  /// Place, what is wrong and what to do.
  package var description: String { "threads: \(problem). \(Self.remedy)" }
}

/// A thread of the operating system.
package enum SystemThread {
  /// What a thread runs, in a box that travels through C.
  fileprivate final class Body {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread, for which nobody waits.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadError) {
    let box = Unmanaged.passRetained(Body(run: body)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, enterThread, box)
      if code == 0 { pthread_detach(thread) }
    #else
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, enterThread, box)
      if code == 0, let thread { pthread_detach(thread) }
    #endif
    guard code == 0 else {
      Unmanaged<Body>.fromOpaque(box).release()
      throw ThreadError(code: code)
    }
  }
}

#if canImport(Glibc)
  private func enterThread(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let raw else { return nil }
    Unmanaged<SystemThread.Body>.fromOpaque(raw).takeRetainedValue().run()
    return nil
  }
#else
  private func enterThread(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<SystemThread.Body>.fromOpaque(raw).takeRetainedValue().run()
    return nil
  }
#endif
