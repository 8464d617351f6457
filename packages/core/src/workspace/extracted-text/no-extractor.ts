import { refusal } from '../../kernel/errors/errors.ts';
import type { TextExtractor } from '../../kernel/ports/text-extractor.ts';

/** Extractor of a gateway that cannot read files. */
export const noExtractor: TextExtractor = {
  extract: async () => {
    throw refusal('not_text', 'this gateway does not extract text from files; get the file from downloadUrl of read_file');
  },
};
