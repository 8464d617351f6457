export { applyEdits, baseWithOpen, type Conflict, type Edit, type Merge, type MergeBounds, mergeTexts } from './merge-texts.ts';
