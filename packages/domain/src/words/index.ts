export { chooseCandidates, maxCandidates, maxOfWord } from './choose-candidates.ts';
export { countInSteps, countWords, type WordCounts } from './count-words.ts';
export { type DensestPlace, densestPlace } from './densest-place.ts';
export { type BestMatch, findBest } from './find-best.ts';
export { type Candidate, type Ranked, rankCandidates, scoreCandidates } from './rank-candidates.ts';
export { type Question, type QuestionWord, readQuestion } from './read-question.ts';
export { type FoundWord, plainWord, readWords } from './read-words.ts';
