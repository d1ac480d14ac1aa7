import CLibXML2

/// The C functions that libxml2 calls; each hands the event to the record builder.
enum XMLEvents {
  /// The handlers; all others stay empty, so that declarations, comments and the like are ignored.
  static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { state, name, _, _, _, _, count, _, attributes in
      guard let name, let builder = recordBuilder(state) else { return }
      builder.pointee.startElement(name, attributeCount: Int(count), attributes)
    }
    // Called before each attribute that a document type declares is noted, with values to be freed.
    handler.attributeDecl = { state, _, _, _, _, _, values in
      xmlFreeEnumeration(values)
      recordBuilder(state)?.pointee.forgetDeclaredAttributes()
    }
    // Called at the end of every document type, for the last one declared.
    handler.externalSubset = { state, _, _, _ in
      recordBuilder(state)?.pointee.forgetDeclaredAttributes()
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
      // Its name may be the rest of a text in which an & stands as it is.
      recordBuilder(state)?.pointee.stop(
        "an entity that is not predefined is used (expected only &amp; &lt; &gt; &quot; &apos; and &#…;)",
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

extension XMLRecordBuilder {
  /// Takes from the parser what a document type has said about attributes.
  ///
  /// libxml2 would add those with a default to every start tag, and compare each with all before it:
  /// 5 000 of them, 12 KB compressed, took a minute for 2 000 records.
  func forgetDeclaredAttributes() {
    guard let context else { return }
    if let defaults = context.pointee.attsDefault {
      xmlHashFree(defaults, xmlHashDefaultDeallocator)
      context.pointee.attsDefault = nil
    }
    if let types = context.pointee.attsSpecial {
      xmlHashFree(types, nil)
      context.pointee.attsSpecial = nil
    }
  }
}
