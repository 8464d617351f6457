import { type MarkedPiece, markedWords } from '@gatehouse/domain/merge';
import { withoutEndings } from '../without-endings.ts';

/** Characters of unchanged source shown on each side of a change. */
const shownBeside = 40;

/** Differences between two sources with only a few unchanged words around them. Nothing that changed is left out. */
export function shortDifference(before: string, after: string): MarkedPiece[] {
  const pieces = markedWords(...withoutEndings(before, after));
  return pieces.map(({ text, change }, index) => {
    if (change !== 'none') return { text, change };
    const start = index === 0 ? '' : text.slice(0, shownBeside);
    const end = index === pieces.length - 1 ? '' : text.slice(-shownBeside);
    return start.length + end.length >= text.length ? { text, change } : { text: `${start}…${end}`, change };
  });
}
