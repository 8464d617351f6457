import type { Attributes, XmlReader } from './read-xml.ts';

export interface Elements {
  /** Handlers by the name of the element. */
  open: Record<string, (attributes: Attributes) => void>;
  close: Record<string, () => void>;
  text: (text: string) => void;
  /** Elements that are skipped with all their contents. */
  skipped: readonly string[];
}

/** Calls the handlers of a format's elements, and ignores other elements. */
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
