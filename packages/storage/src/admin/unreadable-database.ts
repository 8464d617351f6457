/** A file that is no database of Gatehouse, with what to do about it. */
export class UnreadableDatabase extends Error {
  override name = 'UnreadableDatabase';
}
