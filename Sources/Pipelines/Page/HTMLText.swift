internal import Display

/// Text and elements of a page; whatever is not made here by name is escaped.
enum HTMLText {
  /// Text for people, escaped for a page: neither markup nor an address can come of it.
  ///
  /// The slashes of an address are written as references, so that nothing that looks for addresses,
  /// and no viewer that makes links of them, finds one.
  static func escaped(_ text: String) -> String {
    var output = ""
    var former: Unicode.Scalar = " "
    for scalar in Escaping.escaped(text).unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      case "/" where former == ":" || former == "/": output += "&#47;"
      default: output.unicodeScalars.append(scalar)
      }
      former = scalar
    }
    return output
  }

  /// An element with escaped attributes and content that is markup already.
  static func element(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: String
  ) -> String {
    let written = attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
    return "<\(name)\(written)>\(content)</\(name)>"
  }

  /// A section with a heading; `id` is unique on the page.
  static func section(_ id: String, _ title: String, _ content: String) -> String {
    "<section id=\"\(id)\" aria-labelledby=\"\(id)-title\"><h2 id=\"\(id)-title\">"
      + "\(escaped(title))</h2>\n\(content)</section>\n"
  }

  /// A table with a caption.
  ///
  /// Cells are markup already; columns of numbers are aligned to the right.
  static func table(
    _ caption: String, columns: [(title: String, isNumber: Bool)], rows: [[String]]
  ) -> String {
    let head = columns.map {
      "<th scope=\"col\"\($0.isNumber ? " class=\"n\"" : "")>\(escaped($0.title))</th>"
    }.joined()
    let body = rows.map { row in
      "<tr>"
        + zip(columns, row).map { "<td\($0.isNumber ? " class=\"n\"" : "")>\($1)</td>" }.joined()
        + "</tr>\n"
    }.joined()
    return
      "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"\(escaped(caption))\"><table><caption>\(escaped(caption))</caption><thead><tr>\(head)</tr></thead>\n"
      + "<tbody>\(body)</tbody></table></div>\n"
  }

  /// Digits in groups of three.
  static func count(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "−" : ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset) % 3 == 0 { text += "\u{A0}" }
      text.append(digit)
    }
    return text
  }
}
