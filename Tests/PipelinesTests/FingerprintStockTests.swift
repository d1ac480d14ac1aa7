import DirectoryFormat
import Testing

@testable import Pipelines

@Suite struct FingerprintStockTests {
  @Test("what was added can be taken as often, whatever the order", arguments: [1, 7, 90_000])
  func counted(different: Int) {
    var stock = FingerprintStock()
    var added: [UInt64: Int] = [:]
    for index in 0..<150_000 {
      let bits = MixingFunction.mix(UInt64(index * index % different))
      stock.add(bits)
      added[bits, default: 0] += 1
    }
    stock.seal()
    #expect(!stock.isOver)
    var wrong = 0
    for (bits, count) in added {
      for _ in 0..<count where !stock.take(bits) { wrong += 1 }
      if stock.take(bits) { wrong += 1 }
    }
    #expect(wrong == 0 && !stock.take(MixingFunction.mix(.max)))
  }

  @Test("more than it may hold are none", arguments: [(1000, false), (999, true)])
  func over(most: Int, isOver: Bool) {
    var stock = FingerprintStock(most: most)
    for index in 0..<300_000 { stock.add(UInt64(index % 1000)) }
    stock.seal()
    #expect(stock.isOver == isOver && stock.take(5) != isOver)
  }
}
