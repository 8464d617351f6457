import type { TextSource } from '@gatehouse/domain';

/** A file to read: its bytes come piece by piece, so that the gateway never holds all of them. */
export interface ExtractionJob {
  source: TextSource;
  sizeBytes: number;
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
}
