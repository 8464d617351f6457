import { maxExtractedBytes } from '@gatehouse/domain';
import { ExtractionFailure } from './extraction-failure.ts';

/** Collects the text of a file, up to a limit. */
export interface Output {
  /** Adds a block of text from the file, and a blank line. */
  block(text: string): void;
  /** Adds a heading that is not from the file, such as the number of a page. Headings alone do not count as text. */
  heading(text: string): void;
  /** Counts text that a reader holds until its block is complete. The limit applies to it too. */
  hold(text: string): void;
  /** The whole text. Undefined if nothing came from the file. */
  end(): string | undefined;
}

export function createOutput(maxBytes: number = maxExtractedBytes): Output {
  const blocks: string[] = [];
  let bytes = 0;
  let heldBytes = 0;
  let hasText = false;

  function add(text: string): void {
    const whole = text.trimEnd();
    if (whole === '') return;
    bytes += Buffer.byteLength(whole) + 2;
    if (bytes > maxBytes) throw new ExtractionFailure('too_much_text');
    blocks.push(whole);
  }

  return {
    block(text) {
      hasText ||= /\S/.test(text);
      add(text);
    },
    heading: add,
    hold(text) {
      heldBytes += Buffer.byteLength(text);
      if (heldBytes > maxBytes) throw new ExtractionFailure('too_much_text');
    },
    end: () => (hasText ? `${blocks.join('\n\n')}\n` : undefined),
  };
}
