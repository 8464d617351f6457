export { changedWords, type MarkedPiece, markedWords } from './changed-words.ts';
export { type ComparedStretch, differenceOf } from './difference.ts';
export {
  applyEdits,
  baseWithOpen,
  type Conflict,
  type Edit,
  linesOf,
  type Merge,
  type MergeBounds,
  mergeTexts,
  type Stretch,
  standardBounds,
  wordsOf,
} from './merge-texts.ts';
