internal import Records

/// What the wildcards, ranges and runs of lines of a source stand for, and what the budget says.
package struct ExpansionCost: Codable, Equatable, Sendable, CustomStringConvertible {
  /// The most numbers that one cell or range may become.
  package var budget: Int
  /// Cells and ranges that are expanded.
  package var cells: Int
  /// Numbers that they stand for, before the plan leaves unassigned ones out.
  package var numbers: Int
  /// Cells and ranges of which something is rejected as `range-too-large`.
  package var overBudgetCells: Int
  /// Numbers that those would be.
  package var overBudgetNumbers: Int

  /// The cost of what was counted; nil when there was nothing to expand.
  init?(_ counts: ExpansionCounts, budget: Int) {
    if counts.isEmpty { return nil }
    self.budget = budget
    cells = counts.cells
    numbers = counts.numbers
    overBudgetCells = counts.cellsOverBudget
    overBudgetNumbers = counts.numbersOverBudget
  }

  /// One line for a person.
  package var description: String {
    var text = "cells with wildcards or ranges: \(cells), for \(numbers) numbers"
    if overBudgetCells > 0 {
      text += "; range-too-large: \(overBudgetCells), for \(overBudgetNumbers) numbers"
    }
    return text + " (expansion_budget: \(budget) a cell)"
  }

  /// The cost as `check --json` prints it.
  var document: DocumentValue {
    .mapping([
      ("budget", .integer(Int64(budget))), ("cells", .integer(Int64(cells))),
      ("numbers", .integer(Int64(numbers))),
      ("over_budget_cells", .integer(Int64(overBudgetCells))),
      ("over_budget_numbers", .integer(Int64(overBudgetNumbers))),
    ])
  }
}
