export { changesOf, nameOf, type ReviewChange, type ReviewPair } from './changes.ts';
export { type Decisions, decide } from './decide.ts';
export { type MarkedPassage, markPassages, type Passage } from './mark-passages.ts';
export { pairTexts, type TextPair } from './pair-texts.ts';
export { type PersonsSave, saveByPerson } from './save-by-person.ts';
