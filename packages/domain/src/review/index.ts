export { changesOf, nameOf, type ReviewChange, type ReviewPair } from './changes.ts';
export { type Decisions, decide } from './decide.ts';
export { type PersonsSave, saveByPerson } from './save-by-person.ts';
