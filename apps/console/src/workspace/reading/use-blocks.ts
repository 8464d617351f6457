import { useEffect, useState } from 'react';
import { type Block, parseBlocks } from './parse-blocks.ts';
import { parseInWorker, type Source } from './parse-in-worker.ts';

/** Maximum bytes that the page parses itself: even the worst takes less than a tenth of a second. */
const maxHere = 8192;

export interface Parsed extends Source {
  /** Undefined if it could not be rendered. */
  blocks: readonly Block[] | undefined;
}

/**
 * Parses a text into blocks. Returns undefined at first, and the blocks of the previous text until those of a new one are ready.
 * @param beforeChange called before the page shows other blocks
 */
export function useBlocks({ text, review }: Source, beforeChange: () => void): Parsed | undefined {
  const [parsed, setParsed] = useState<Parsed | undefined>(() => parseHere({ text, review }));
  useEffect(() => {
    if (parsed?.text === text && parsed.review === review) return;
    let isLeft = false;
    const show = (next: Parsed) => {
      if (isLeft) return;
      beforeChange();
      setParsed(next);
    };
    const source = { text, review };
    const here = parseHere(source);
    if (here) show(here);
    else
      parseInWorker(source).then(
        (blocks) => show({ ...source, blocks }),
        () => show({ ...source, blocks: undefined }),
      );
    return () => {
      isLeft = true;
    };
  }, [text, review, parsed, beforeChange]);
  return parsed;
}

function parseHere({ text, review }: Source): Parsed | undefined {
  if (text.length > maxHere || review) return undefined;
  try {
    return { text, blocks: parseBlocks(text) };
  } catch {
    // The text is nested too deeply for the parser, so its source is shown.
    return { text, blocks: undefined };
  }
}
