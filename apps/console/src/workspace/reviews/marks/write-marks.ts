import type { MarkedPassage } from '@gatehouse/domain/review';
import type { PlacedPassage } from './passages.ts';

type Marked = MarkedPassage<readonly ChildNode[]>;

/** Finds the change at a position in the reviewed or current rendered text. */
export type FindChange = (side: 'before' | 'after', passage: PlacedPassage, at: number) => string | undefined;

/** Reports marked words with their change. */
export type TellMarked = (change: 'removed' | 'added', text: string, changeId: string | undefined) => void;

/** Writes differences into the rendered text: removed words in `del`, added ones in `ins`. */
export function writeMarks(marks: readonly Marked[], findChange: FindChange, tell: TellMarked): void {
  const sign = (change: 'removed' | 'added', text: string, changeId: string | undefined): HTMLElement => {
    tell(change, text, changeId);
    return createSign(change, changeId);
  };
  const signAll = (change: 'removed' | 'added', passage: PlacedPassage) => {
    const side = change === 'removed' ? 'before' : 'after';
    for (const leaf of leavesOf(passage)) {
      let at = 0;
      for (const text of textsIn(leaf.node)) {
        const { length } = text.data;
        if (text.data.trim() !== '') wrap([text], sign(change, text.data, findChange(side, leaf, at)));
        at += length;
      }
    }
  };
  for (const mark of marks) {
    if (mark.change === 'words') writeWords(mark, findChange, sign);
    else {
      signAll(mark.change, mark.passage);
      if (mark.change === 'removed') insertRemoved(mark);
    }
  }
  // Closed parts would hide their marks.
  for (const mark of marks)
    for (const node of nodesOf(mark))
      for (let one = node.parentElement; one; one = one.parentElement) if (one.localName === 'details') one.setAttribute('open', '');
}

const nodesOf = (mark: Marked) => (mark.change === 'words' ? mark.after.node : mark.passage.node);

const leavesOf = (passage: PlacedPassage): readonly PlacedPassage[] =>
  passage.parts.length === 0 ? [passage] : passage.parts.flatMap(leavesOf);

export function createSign(change: 'removed' | 'added', changeId: string | undefined): HTMLElement {
  const sign = document.createElement(change === 'removed' ? 'del' : 'ins');
  sign.dataset.mark = change;
  if (changeId !== undefined) sign.dataset.change = changeId;
  return sign;
}

export function textsIn(nodes: readonly ChildNode[]): Text[] {
  return nodes.flatMap((node) => {
    if (node instanceof Text) return [node];
    const texts: Text[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text as Text);
    return texts;
  });
}

function wrap([text]: readonly [Text], sign: HTMLElement): void {
  text.replaceWith(sign);
  sign.append(text);
}

type Sign = (change: 'removed' | 'added', text: string, changeId: string | undefined) => HTMLElement;

function writeWords({ before, after, pieces }: Extract<Marked, { change: 'words' }>, findChange: FindChange, sign: Sign): void {
  const taker = createTaker(textsIn(after.node));
  let [beforeAt, afterAt] = [0, 0];
  for (const { text, change } of pieces) {
    if (change === 'removed') {
      const del = sign(change, text, findChange('before', before, beforeAt));
      del.textContent = text;
      taker.insert(del, after.node);
    } else {
      const taken = taker.take(text.length);
      if (change === 'added') for (const part of taken) wrap([part], sign(change, part.data, findChange('after', after, afterAt)));
      afterAt += text.length;
    }
    if (change !== 'added') beforeAt += text.length;
  }
}

/** Walks through texts from the first to the last, and splits them. */
function createTaker(texts: Text[]) {
  let index = 0;
  let last: ChildNode | undefined;
  return {
    take(length: number): Text[] {
      const taken: Text[] = [];
      for (let left = length; left > 0; ) {
        const text = texts[index];
        if (!text) break;
        if (text.length > left) texts[index] = text.splitText(left);
        else index++;
        left -= text.length;
        taken.push(text);
      }
      last = taken.at(-1) ?? last;
      return taken;
    },
    insert(node: HTMLElement, within: readonly ChildNode[]): void {
      const next = texts[index];
      const before = last?.parentElement?.dataset.mark === undefined ? last : last.parentElement;
      // Prefer the place outside of a link or emphasis that ends here.
      if (before && !(next && within.some((one: Node) => one === next.parentNode))) before.after(node);
      else if (next) next.before(node);
      else (within[0] as HTMLElement).append(node);
    },
  };
}

/** Puts removed nodes where they were. */
function insertRemoved({ passage, parent, next }: Extract<Marked, { change: 'removed' }>): void {
  const [element] = parent.node as readonly [Element];
  // Insert only the words of an item that has parts in the other version.
  const isContent = passage.kind === parent.kind && passage.parts.length === 0;
  const nodes = isContent ? passage.node.flatMap((node) => [...node.childNodes]) : [...passage.node];
  if (next === parent) element.prepend(...nodes);
  else if (next?.node[0]) outermost(next.node[0], element).before(...nodes);
  else element.append(...nodes);
}

/** The child of an element that contains a node. Marks can have wrapped the node. */
function outermost(node: ChildNode, element: Element): ChildNode {
  return [...element.childNodes].find((child) => child.contains(node)) ?? node;
}
