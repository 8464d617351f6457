/** Thrown for a file that is not a database of Gatehouse. The message states what to do. */
export class UnreadableDatabase extends Error {
  override name = 'UnreadableDatabase';
}
