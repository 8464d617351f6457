import type { Passage } from '@gatehouse/domain/review';

/** Passage of rendered text, with the nodes that contain its words. */
export type PlacedPassage = Passage<readonly ChildNode[]>;

/** Elements whose words are compared with one another, or that contain such elements. */
const separate = 'p,h1,h2,h3,h4,h5,h6,pre,ul,ol,li,blockquote,table,thead,tbody,tfoot,tr,th,td,caption,details,summary,dl,dt,dd,div,figure';

/** Reads the passages in an element of rendered text. */
export function passagesIn(element: Element): PlacedPassage {
  const parts = partsIn(element);
  return { kind: '', text: joined(parts), parts, node: [element] };
}

function passageOf(element: Element): PlacedPassage {
  const kind = element.localName;
  if (element.querySelector(separate)) {
    const parts = partsIn(element);
    return { kind, text: joined(parts), parts, node: [element] };
  }
  const text = element.textContent;
  return { kind, text: kind === 'pre' ? text : withPlainSpaces(text), parts: [], node: [element] };
}

/** Separate elements, and the words between them. */
function partsIn(element: Element): PlacedPassage[] {
  const parts: PlacedPassage[] = [];
  let between: ChildNode[] = [];
  const close = () => {
    const text = withPlainSpaces(between.map(({ textContent }) => textContent ?? '').join(''));
    if (text.trim() !== '') parts.push({ kind: 'p', text, parts: [], node: between });
    between = [];
  };
  for (const child of element.childNodes) {
    if (child instanceof Element && (child.matches(separate) || child.querySelector(separate))) {
      close();
      parts.push(passageOf(child));
    } else between.push(child);
  }
  close();
  return parts;
}

const joined = (parts: readonly PlacedPassage[]) => parts.map(({ text }) => text).join('\n');

/** Line ends of the source are spaces on the page. */
const withPlainSpaces = (text: string) => text.replaceAll(/[\t\n\f\r]/g, ' ');

/** Returns the start of each passage in the text of the outermost one. */
export function startsIn(passage: PlacedPassage, start = 0, starts = new Map<PlacedPassage, number>()): ReadonlyMap<PlacedPassage, number> {
  starts.set(passage, start);
  let at = start;
  for (const part of passage.parts) {
    startsIn(part, at, starts);
    at += part.text.length + 1;
  }
  return starts;
}
