import type { TextSource } from '@gatehouse/domain';

/** A file to read. Its bytes come in pieces, so that the gateway never holds the whole file. */
export interface ExtractionJob {
  source: TextSource;
  sizeBytes: number;
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
}
