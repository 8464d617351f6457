import { refusal } from '../../kernel/errors/errors.ts';
import type { TextExtractor } from '../../kernel/ports/text-extractor.ts';

/** For a gateway that reads no files. */
export const noExtractor: TextExtractor = {
  extract: async () => {
    throw refusal('not_text', 'this gateway extracts no text from files; get the file from downloadUrl of read_file');
  },
};
