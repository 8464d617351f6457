import { type Match, partEnd } from './find-matches.ts';

/** Readable text of a part of the page as one string, with the position of each place. */
export interface TextIndex {
  text: string;
  rangeOf(match: Match): Range;
  /** Returns the positions of a range in the text. Undefined if the range contains none of it. */
  placesOf(range: Range): Match | undefined;
}

/** Attribute of elements with the text of an item. Text around them is not searched. */
export const findable = { 'data-findable': '' };

const parts = 'p,li,h1,h2,h3,h4,h5,h6,td,th,pre,dt,dd,summary,blockquote,caption,figcaption,div,del:not([data-mark]),ins:not([data-mark])';
/** Elements without text of the document: icons, and additions by a review. */
const noText = 'button,svg,[aria-hidden=true],[data-mark=removed],[data-beside]';

export function indexText(content: Element): TextIndex {
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = '';
  let before: Element | null | undefined;
  for (const region of content.querySelectorAll('[data-findable]')) {
    for (const node of textsIn(region)) {
      const part = node.parentElement?.closest(parts);
      if (part !== before) text += partEnd;
      before = part;
      nodes.push(node);
      starts.push(text.length);
      text += node.data;
    }
  }

  /** The last node that begins at a place or before it. */
  function nodeAt(place: number): number {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    text,
    rangeOf({ start, end }) {
      const [first, last] = [nodeAt(start), nodeAt(end - 1)];
      const range = document.createRange();
      range.setStart(nodes[first] as Text, start - (starts[first] ?? 0));
      range.setEnd(nodes[last] as Text, end - (starts[last] ?? 0));
      return range;
    },
    placesOf(range) {
      const first = nodes.findIndex((node) => range.intersectsNode(node));
      const last = nodes.findLastIndex((node) => range.intersectsNode(node));
      const [from, to] = [nodes[first], nodes[last]];
      if (!from || !to) return undefined;
      return {
        start: (starts[first] ?? 0) + (from === range.startContainer ? range.startOffset : 0),
        end: (starts[last] ?? 0) + (to === range.endContainer ? range.endOffset : to.length),
      };
    },
  };
}

function* textsIn(region: Element): Generator<Text> {
  const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Text ? NodeFilter.FILTER_ACCEPT : (node as Element).matches(noText) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as Text;
}
