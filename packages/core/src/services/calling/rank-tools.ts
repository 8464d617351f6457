import { countWords, scoreCandidates } from '@gatehouse/domain/words';
import type { ServiceToolCandidate } from '@gatehouse/storage';
import type { ToolQuery } from './tool-query.ts';

/** Bonus or penalty of a preference, as a part of the score. */
const preference = { verb: 0.3, mode: 0.15, deletes: -0.25 };

/**
 * Ranks tools for a search as items are ranked for a question. Among tools for the same subject, those that do the requested action rank
 * higher. Tools that delete rank lower, unless the search asks for deletion. Ties are ordered by length of name: a short name is about the
 * thing itself. // D23.10, D48.3
 */
export function rankTools({ words, does }: ToolQuery, tools: readonly ServiceToolCandidate[]): ServiceToolCandidate[] {
  const counted = tools
    .toSorted((left, right) => left.name.length - right.name.length)
    .map((tool) => {
      const { counts, length } = countWords({ name: spelledOut(tool.name), tags: [tool.title ?? ''], texts: [tool.text] });
      return { tool, counts: words.map(({ term }) => countForms(counts, term)), length };
    });
  const found = words.map((_, index) => counted.filter(({ counts }) => counts[index]! > 0).length);
  const scores = scoreCandidates(found, counted);
  const needed = Math.max(...scores.map(({ has }) => has)) / 2;
  const fitting = scores.filter(({ has }) => has > 0 && has >= needed);
  const scored = fitting.map(({ candidate: { tool }, score }) => {
    const name = tool.name.toLowerCase();
    const verb = does.verbs.some((beginning) => name.includes(beginning)) ? preference.verb : 0;
    const mode = does.mode !== undefined && tool.mode === does.mode ? preference.mode : 0;
    const deletes = !does.deletes && isDeleting(tool) ? preference.deletes : 0;
    return { tool, score: score * (1 + verb + mode + deletes) };
  });
  return scored.sort((left, right) => right.score - left.score).map(({ tool }) => tool);
}

/** Occurrences of a word in all forms: descriptions of tools are short, so `reaction` counts for `react` too. */
function countForms(counts: ReadonlyMap<string, number>, term: string): number {
  if (term.length < 4) return counts.get(term) ?? 0;
  let sum = 0;
  for (const [other, count] of counts) if (other.startsWith(term)) sum += count;
  return sum;
}

function isDeleting({ name, annotations }: ServiceToolCandidate): boolean {
  return /delete|remove/i.test(name) || annotations?.destructiveHint === true;
}

/** Separates the words of a name by spaces, also words that begin with a capital letter: `createIssue`. */
function spelledOut(name: string): string {
  return name.replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
}
