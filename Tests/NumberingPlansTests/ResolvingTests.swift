import Testing

@testable import NumberingPlans

/// Resolves text under a region; a leading plus means international.
func resolve(_ text: String, _ region: String) throws -> Resolution {
  let plan = try #require(try NumberingPlans.live.plan(region: region))
  var bytes = Array(text.utf8)
  let plus = bytes.first == UInt8(ascii: "+")
  if plus { bytes.removeFirst() }
  return bytes.withUnsafeBufferPointer { plan.resolve($0, isInternational: plus) }
}

@Suite("Resolving digits under the live plans") struct ResolvingTests {
  @Test(
    "gives number, region and type",
    arguments: [
      ("0255667788", "TW", "+886255667788", "TW", NumberType.fixedLine),
      ("255667788", "TW", "+886255667788", "TW", .fixedLine),
      ("+886255667788", "US", "+886255667788", "TW", .fixedLine),
      ("+8860255667788", "TW", "+886255667788", "TW", .fixedLine),
      ("002886912345678", "TW", "+886912345678", "TW", .mobile),
      ("0800123456", "TW", "+886800123456", "TW", .tollFree),
      ("075528091314", "CN", "+8675528091314", "CN", .fixedLine),
      ("13510190585", "CN", "+8613510190585", "CN", .mobile),
      ("0612345678", "IT", "+390612345678", "IT", .fixedLine),
      ("+390669812345", "TW", "+390669812345", "VA", .fixedLine),
      ("2015550123", "US", "+12015550123", "US", .fixedLineOrMobile),
      ("5062345678", "US", "+15062345678", "CA", .fixedLineOrMobile),
      ("87712345678", "KZ", "+77712345678", "KZ", .mobile),
      ("01187654321", "AR", "+541187654321", "AR", .fixedLine),
      ("0111512345678", "AR", "+5491112345678", "AR", .mobile),
      ("+80012345678", "TW", "+80012345678", "001", .tollFree),
    ] as [(String, String, String, String, NumberType)])
  func valid(text: String, region: String, e164: String, home: String, type: NumberType) throws {
    let resolution = try resolve(text, region)
    #expect(resolution.e164 == e164)
    #expect(resolution.region?.description == home)
    #expect(resolution.type == type)
    #expect(resolution.validity == .valid)
  }

  @Test(
    "says why digits are no number",
    arguments: [
      ("", .impossible(.notANumber)), ("1", .impossible(.notANumber)),
      ("12a4", .impossible(.notANumber)), ("+0", .impossible(.notANumber)),
      ("+99912345", .impossible(.unknownCallingCode)), ("00212", .impossible(.tooShort)),
      ("0912", .impossible(.tooShort)), ("0123456789", .possible),
      ("091234567890123456789", .impossible(.tooLong)),
    ] as [(String, Resolution.Validity)])
  func invalid(text: String, validity: Resolution.Validity) throws {
    #expect(try resolve(text, "TW").validity == validity)
  }
}
