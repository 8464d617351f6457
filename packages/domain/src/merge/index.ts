export {
  applyEdits,
  baseWithOpen,
  type Conflict,
  type Edit,
  type Merge,
  type MergeBounds,
  mergeTexts,
  standardBounds,
} from './merge-texts.ts';
