import FuzzTargets

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The reader to fuzz: one of `FuzzTarget`, named by the environment.
private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    print("FUZZ_TARGET: expected one of \(names) (found \"\(name)\").")
    exit(2)
  }
  return target
}()

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  target.read(UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}
