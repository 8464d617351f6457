/** Where the bytes of files are when they are not in the database. */
export interface FileStore {
  /** Where that is, for people; holds no secret. */
  readonly place: string;
  /** Resolves when the bytes are stored for good. An id is used once and never again. */
  put(id: string, bytes: Buffer): Promise<void>;
  /** The bytes from `from` up to and without `to`; rejects when there are fewer. */
  read(id: string, from: number, to: number): Promise<Buffer>;
  /** How many bytes there are; undefined when there is no such object. */
  size(id: string): Promise<number | undefined>;
  /** Does nothing when there is no such object. */
  remove(id: string): Promise<void>;
  close(): void;
}
