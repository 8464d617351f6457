import type { Attributes, XmlReader } from './read-xml.ts';

export interface Elements {
  /** By the names of elements. */
  open: Record<string, (attributes: Attributes) => void>;
  close: Record<string, () => void>;
  text: (text: string) => void;
  /** Elements that are passed over with everything in them. */
  skipped: readonly string[];
}

/** Does something for the elements that a format gives a meaning, and nothing for all others. */
export function elementReader({ open, close, text, skipped }: Elements): XmlReader {
  const opening = new Map(Object.entries(open));
  const closing = new Map(Object.entries(close));
  let skippedDepth = 0;
  return {
    open(name, attributes) {
      if (skippedDepth > 0 || skipped.includes(name)) skippedDepth++;
      else opening.get(name)?.(attributes);
    },
    text(part) {
      if (skippedDepth === 0) text(part);
    },
    close(name) {
      if (skippedDepth > 0) skippedDepth--;
      else closing.get(name)?.();
    },
  };
}
