import { linesOf } from '@gatehouse/domain/merge';
import type { Review } from './use-review.ts';

/** Unchanged lines shown before and after a change. */
const shownLines = 3;

/** Returns the unchanged text before each change and after the last one: strings, and numbers of skipped lines. */
export function contextsOf({ currentText, changes }: Pick<Review, 'currentText' | 'changes'>): (string | number)[][] {
  if (currentText === null) return [];
  const ends = [...changes.map(({ currentAt }) => currentAt), currentText.length];
  let from = 0;
  return ends.map((end, index) => {
    const text = currentText.slice(from, end);
    const change = changes[index];
    const isFirst = index === 0;
    from = end + (change?.after.length ?? 0);
    return shortened(text, isFirst ? 0 : shownLines, change ? shownLines : 0);
  });
}

function shortened(text: string, first: number, last: number): (string | number)[] {
  const lines = linesOf(text);
  if (lines.length <= first + last + 1) return text === '' ? [] : [text];
  const [start, end] = [lines.slice(0, first).join(''), last === 0 ? '' : lines.slice(-last).join('')];
  return [start, lines.length - first - last, end].filter((part) => part !== '');
}
