#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A thread of the operating system.
enum DetachedThread {
  /// What a thread runs, in a box that travels through C.
  fileprivate final class Body {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread; 0, or why none could be had (an `errno` value).
  static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
    let box = Unmanaged.passRetained(Body(run: body)).toOpaque()
    let code = create(box)
    if code != 0 { Unmanaged<Body>.fromOpaque(box).release() }
    return code
  }

  private static func create(_ box: UnsafeMutableRawPointer) -> Int32 {
    #if canImport(Glibc)
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, enterThread, box)
      if code == 0 { pthread_detach(thread) }
    #else
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, enterThread, box)
      if code == 0, let thread { pthread_detach(thread) }
    #endif
    return code
  }
}

#if canImport(Glibc)
  private func enterThread(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let raw else { return nil }
    Unmanaged<DetachedThread.Body>.fromOpaque(raw).takeRetainedValue().run()
    return nil
  }
#else
  private func enterThread(_ raw: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<DetachedThread.Body>.fromOpaque(raw).takeRetainedValue().run()
    return nil
  }
#endif
