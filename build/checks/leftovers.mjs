import { lineOf } from './sources.mjs';

/** Notes to oneself, checks that are switched off, and tests that hide others. */
const leftover = /\bTODO\b|\bFIXME\b|\bHACK:|@ts-ignore|@ts-nocheck|\b(?:it|describe)\.only\(|lorem ipsum/g;

/** Finds notes about unfinished work. */
export function checkLeftovers(sources) {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(leftover)].map(({ 0: word, index }) => `${file}:${lineOf(text, index)}: remove ${word}`),
  );
}
