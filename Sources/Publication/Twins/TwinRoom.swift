/// What the writer of a twin works with, for one twin after the other.
///
/// Columns and zlib's state made anew for each twin were half of the 21 000 pages of memory that a build of
/// five million numbers touched for the first time. Used by one thread at a time. Memory: a block's columns,
/// at most 4 MiB each, packed ones, and an index of its labels.
final class TwinRoom: @unchecked Sendable {
  let deflater: Deflater
  var block = TwinBlock()

  /// `deflater` may be that of other rooms of the same thread.
  init(deflater: Deflater = Deflater()) { self.deflater = deflater }
}

/// The rooms of a thread that packs several twins at a time.
///
/// Memory: as many rooms as twins were open at once.
final class TwinRooms: @unchecked Sendable {
  private let deflater = Deflater()
  private var spare: [TwinRoom] = []

  /// A room that no twin has.
  func take() -> TwinRoom { spare.popLast() ?? TwinRoom(deflater: deflater) }

  /// Takes back the room of a twin that is done.
  func give(back room: TwinRoom) { spare.append(room) }
}
