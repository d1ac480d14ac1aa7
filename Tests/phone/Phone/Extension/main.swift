// The process of an extension: its Info.plist names the principal class, as on a phone.
@_spi(Stub) import CallKit
@testable import DirectoryExtension
import Foundation
import PhoneSystem

let information = Bundle.main.infoDictionary?["NSExtension"] as? [String: Any]
let name = (information?["NSExtensionPrincipalClass"] as? String)?
  .replacingOccurrences(of: "$(PRODUCT_MODULE_NAME)", with: "DirectoryExtension")
guard let slot = Bundle.main.bundleIdentifier,
  name.flatMap({ NSClassFromString($0) }) == CallDirectoryHandler.self
else {
  print("no bundle identifier, or no class \(name ?? "-")")
  exit(3)
}
let phone = PhoneFolder()
guard phone.begin(slot) else { exit(10 + 7) }
let request = try PhoneRequest(slot, on: phone)
let provider = CallDirectoryHandler()
provider.beginRequest(with: request)
exit(request.waitForTheEnd())
