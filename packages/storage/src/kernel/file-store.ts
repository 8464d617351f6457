/** Storage for the bytes of files outside the database. */
export interface FileStore {
  /** Location, for display to people. Contains no secret. */
  readonly place: string;
  /** Resolves when the bytes are stored permanently. An id is used only once. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** Reads the bytes from `from` up to, but not including, `to`. Rejects if there are fewer. */
  read(id: string, from: number, to: number): Promise<Buffer>;
  /** Number of bytes. Undefined if the object does not exist. */
  size(id: string): Promise<number | undefined>;
  /** Removes an object. Does nothing if it does not exist. */
  remove(id: string): Promise<void>;
  close(): void;
}
