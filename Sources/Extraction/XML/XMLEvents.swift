import CLibXML2

/// The C functions that libxml2 calls; each hands the event to the record builder.
enum XMLEvents {
  /// The handlers; all others stay empty, so that declarations, comments and the like are ignored.
  static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { state, name, _, _, namespaces, _, count, defaulted, attributes in
      guard let name, let builder = recordBuilder(state) else { return }
      // Those that a document type declares come last; what it says is not read.
      builder.pointee.startElement(
        name, namespaceCount: Int(namespaces), attributeCount: Int(count - defaulted), attributes)
    }
    handler.endElementNs = { state, _, _, _ in recordBuilder(state)?.pointee.endElement() }
    handler.characters = { state, text, count in
      guard let text else { return }
      recordBuilder(state)?.pointee.characters(text, Int(count))
    }
    handler.ignorableWhitespace = handler.characters
    handler.cdataBlock = handler.characters
    handler.getEntity = { state, name in
      if let predefined = xmlGetPredefinedEntity(name) { return predefined }
      // A document type that declares an entity asks whether it is known; nothing is used yet.
      if let parser = recordBuilder(state)?.pointee.context, parser.pointee.inSubset != 0 {
        return nil
      }
      let text = name.map { String(cString: $0).prefix(80) } ?? ""
      recordBuilder(state)?.pointee.stop(
        "the entity &\(text); is used (expected only &amp; &lt; &gt; &quot; &apos; and &#…;)",
        "Write the character itself; declarations are not read.")
      return nil
    }
    handler.serror = { _, _ in }
    return handler
  }

  /// What libxml2 reports past a parser's own handler would go to stderr; per thread.
  static func silenceThread() { xmlSetStructuredErrorFunc(nil) { _, _ in } }
}

private func recordBuilder(
  _ state: UnsafeMutableRawPointer?
) -> UnsafeMutablePointer<XMLRecordBuilder>? {
  state?.assumingMemoryBound(to: XMLRecordBuilder.self)
}
