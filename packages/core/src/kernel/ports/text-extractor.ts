import type { Extracted, TextSource } from '@gatehouse/domain';
import type { StoredVersion } from '@gatehouse/storage';
import { refusal } from '../errors/errors.ts';

/** A file to read. Its bytes arrive in pieces, so that no process holds all of them. */
export interface ExtractionJob {
  source: TextSource;
  sizeBytes: number;
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Reads untrusted files in a separate process (D75). */
export interface TextExtractor {
  /** Extracts a text. Faults of the file are part of the result. Rejects for our own faults, or if too many jobs of this caller wait. */
  extract(job: ExtractionJob, caller: string): Promise<Extracted>;
}

/** Extractor of a gateway that cannot read files. */
export const noExtractor: TextExtractor = {
  extract: async () => {
    throw refusal('not_text', 'this gateway does not extract text from files; get the file from downloadUrl of read_file');
  },
};

/** A version of a file whose text a program needs. Versions never change, so its text is always the same. */
export interface WantedText {
  orgId: string;
  itemId: string;
  source: TextSource;
  version: StoredVersion;
}

/**
 * Thrown by a program that needs the text of a version whose text is not stored. The gateway rolls back the program, has the text
 * extracted, and runs it again from its first line.
 */
export class RetryWithText extends Error {
  override name = 'TextNeeded';
  readonly wanted: WantedText;

  constructor(wanted: WantedText) {
    super('the text of a file must be extracted before this program can continue');
    this.wanted = wanted;
  }
}

/** Key of a version among the extracted texts of a call. */
export function wantedKey({ itemId, version }: Pick<WantedText, 'itemId'> & { version: Pick<StoredVersion, 'number'> }): string {
  return `${itemId} ${version.number}`;
}
