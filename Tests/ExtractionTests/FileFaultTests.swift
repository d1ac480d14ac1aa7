import Foundation
import Testing

@testable import Extraction

@Suite struct FileFaultTests {
  private let place = FilePlace(source: "s", path: "a.csv")

  @Test(
    "trouble of the system is not the choice of the file",
    arguments: [EIO, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT, ENOTCONN])
  func system(code: Int32) {
    for error in [
      FileFault.opening(place, code: code), FileFault.reading(place, at: 7, code: code),
    ] {
      #expect(error.kind == .data)
      #expect(error.problem.contains(String(cString: strerror(code))))
      #expect(!error.remedy.contains("permissions"))
    }
  }

  @Test("what a path or its permissions cause is configuration")
  func choice() {
    for code in [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, EACCES, EPERM] {
      #expect(FileFault.opening(place, code: code).kind == .configuration)
    }
    #expect(FileFault.opening(place, code: EACCES).remedy.contains("permissions"))
    #expect(!FileFault.opening(place, code: ELOOP).remedy.contains("permissions"))
  }

  @Test("each kind of trouble says its own")
  func own() {
    let codes = [EIO, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT]
    #expect(Set(codes.map { FileFault.opening(place, code: $0).remedy }).count == codes.count)
  }

  @Test("a process without descriptors says so, and goes on once it has some again")
  func tooManyFiles() async throws {
    let scratch = try Scratch()
    let path = try scratch.file("a.csv", "number\n1\n".utf8)
    await #expect(processExitsWith: .success) { [path = path as String] in
      var held: [Int32] = []
      while true {
        let next = open("/dev/null", O_RDONLY)
        if next < 0 { break }
        held.append(next)
      }
      do {
        _ = try Extractor(sources: [csv(path)])
        exit(3)
      } catch {
        let first = (error as? ExtractionErrors)?.errors.first
        guard first?.kind == .data, "\(error)".contains("ulimit -n") else { exit(4) }
      }
      for descriptor in held { close(descriptor) }
      exit((try? Extractor(sources: [csv(path)])) == nil ? 5 : 0)
    }
  }
}
