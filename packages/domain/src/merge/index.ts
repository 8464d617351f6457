export { changedWords } from './changed-words.ts';
export {
  applyEdits,
  baseWithOpen,
  type Conflict,
  type Edit,
  type Merge,
  type MergeBounds,
  mergeTexts,
  type Stretch,
  standardBounds,
} from './merge-texts.ts';
