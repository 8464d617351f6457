import { markPassages } from '@gatehouse/domain/review';
import type { BlockChange, BlockReview, SourceBlock } from '../../reading/block-review.ts';
import type { ReviewedContent } from '../../reading/reviewed-contents.ts';
import { createChangeFinder } from './change-at.ts';
import { changedValues, type HiddenChange, hiddenValuesIn } from './hidden-values.ts';
import { passagesIn, startsIn } from './passages.ts';
import { isUnseen, type SeenWords } from './unseen.ts';
import { writeMarks } from './write-marks.ts';

/** Longest source of a block whose words are compared in its rendered text. */
const maxCompared = 64 * 1024;
const maxChanges = 200;

/** A change that is shown below a block, because its rendered text does not show it. */
export type Beside =
  | { kind: 'values'; ids: readonly string[]; values: readonly HiddenChange[] }
  | { kind: 'source'; ids: readonly string[]; before: string; after: string };

export interface MarkedBlock {
  /** Rendered text with marks. */
  nodes: readonly ChildNode[];
  beside: readonly Beside[];
}

/** Renders a block with the differences between the reviewed and the current text. // D78 */
export function markBlock({ before, after, changes }: BlockReview, content: ReviewedContent): MarkedBlock {
  const [reviewed, current] = [rendered(before, content.before), rendered(after, content.after)];
  const isPair = before !== undefined && after !== undefined;
  if (isPair && isTooLarge(before, after, changes)) return { nodes: [...current.childNodes], beside: changes.map(sourceOf) };
  const values = changedValues(hiddenValuesIn(reviewed, languageOf(before)), hiddenValuesIn(current, languageOf(after)));
  const seen = new Map<string, SeenWords>(changes.map(({ id }) => [id, { removed: '', added: '' }]));
  writeDifferences(reviewed, current, { before, after, changes }, (change, text, id) => {
    const words = id === undefined ? undefined : seen.get(id);
    if (words) words[change] += ` ${text}`;
  });
  const owned = ownersOf(values, changes);
  for (const { ids, values, isCertain } of owned)
    for (const { value, change } of values) if (isCertain) for (const id of ids) addTo(seen, id, change, value);
  return {
    nodes: [...current.childNodes],
    beside: [...owned.map(({ ids, values }) => ({ kind: 'values' as const, ids, values })), ...unseenOf(changes, seen).map(sourceOf)],
  };
}

function writeDifferences(
  reviewed: HTMLElement,
  current: HTMLElement,
  { before, after, changes }: Omit<BlockReview, 'key'>,
  tell: Parameters<typeof writeMarks>[2],
): void {
  const [one, other] = [passagesIn(reviewed), passagesIn(current)];
  const marks = markPassages(one, other);
  if (marks.length === 0) return;
  const sides = {
    before: {
      starts: startsIn(one),
      find: createChangeFinder(
        before?.text ?? '',
        one.text,
        changes.map(({ id, beforeAt }) => ({ id, place: beforeAt })),
      ),
    },
    after: {
      starts: startsIn(other),
      find: createChangeFinder(
        after?.text ?? '',
        other.text,
        changes.map(({ id, afterAt }) => ({ id, place: afterAt })),
      ),
    },
  };
  writeMarks(marks, (side, passage, at) => sides[side].find((sides[side].starts.get(passage) ?? 0) + at), tell);
}

function isTooLarge(before: SourceBlock, after: SourceBlock, { length }: readonly BlockChange[]): boolean {
  return Math.max(before.text.length, after.text.length) > maxCompared || length > maxChanges;
}

function rendered(block: SourceBlock | undefined, content: ParentNode): HTMLElement {
  const element = document.createElement('div');
  if (block?.code) {
    const code = document.createElement('pre');
    code.tabIndex = 0;
    code.textContent = block.code.text;
    element.append(code);
  } else element.append(...content.cloneNode(true).childNodes);
  return element;
}

/** Language of code. Front matter has none. */
const languageOf = (block: SourceBlock | undefined) => (block?.text.startsWith('---') ? undefined : block?.code?.language);

const sourceOf = ({ id, before, after }: BlockChange): Beside => ({ kind: 'source', ids: [id], before, after });

interface OwnedValues {
  ids: readonly string[];
  values: HiddenChange[];
  /** False if the values can belong to other changes. */
  isCertain: boolean;
}

/** Groups values by the changes whose source has them. */
function ownersOf(values: readonly HiddenChange[], changes: readonly BlockChange[]): OwnedValues[] {
  const owned = new Map<string, OwnedValues>();
  for (const value of values) {
    const having = changes.filter(({ before, after }) => (value.change === 'removed' ? before : after).includes(value.value));
    const isCertain = having.length > 0 || changes.length === 1;
    const ids = [...new Set((having.length > 0 ? having : changes).map(({ id }) => id))];
    const group = owned.get(ids.join(' ')) ?? { ids, values: [], isCertain };
    owned.set(ids.join(' '), { ...group, values: [...group.values, value], isCertain: group.isCertain && isCertain });
  }
  return [...owned.values()];
}

function addTo(seen: Map<string, SeenWords>, id: string, change: 'removed' | 'added', text: string): void {
  const words = seen.get(id);
  if (words) words[change] += ` ${text}`;
}

/** Returns changes that marks and values show only in part or not at all. */
function unseenOf(changes: readonly BlockChange[], seen: ReadonlyMap<string, SeenWords>): BlockChange[] {
  return changes.filter(({ id, before, after }) => {
    const words = seen.get(id);
    if (before === after) return false;
    return !words || `${words.removed}${words.added}`.trim() === '' || isUnseen({ before, after }, words);
  });
}
