// A program: writes into each rule of docs/reference/rules which tests cite it. `node e2e/src/decisions/fill-proofs.ts`
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chapters, findCitations, root } from './rules.ts';

/** Readers need a place to look, not a list. */
const maxShown = 3;
const { tests } = findCitations();

for (const chapter of chapters) {
  const file = path.join(root, chapter);
  const page = readFileSync(file, 'utf8').replaceAll(/^Proved by: .*\n\n?/gm, '');
  const filled = page.replaceAll(/^## (D\d+) .*\n[\s\S]*?(?=^#{2,3} |$(?![\s\S]))/gm, addProofs);
  writeFileSync(file, `${filled.trimEnd()}\n`);
}

/** Behind the text of a rule; before the parts of one that has parts. */
function addProofs(section: string, number: string): string {
  const cited = (tests.get(number) ?? []).toSorted((a, b) => Number(isOfRules(b)) - Number(isOfRules(a)));
  const shown = cited.slice(0, maxShown).map((test) => `\`${test}\``);
  return `${section.trimEnd()}\n\nProved by: ${shown.join(', ')}\n\n`;
}

/** Tests of behaviours through every entrance show a rule best. */
function isOfRules(test: string): boolean {
  return test.startsWith('e2e/src/decisions/');
}
