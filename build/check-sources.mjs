// Checks rules about the sources that the linter has no rules for: imports, casts, slow patterns, durations, leftovers. Prints each fault and exits
// with 1 if there is one.
import { checkCasts } from './checks/casts.mjs';
import { checkDurations } from './checks/durations.mjs';
import { checkImports } from './checks/imports.mjs';
import { checkLeftovers } from './checks/leftovers.mjs';
import { checkPatterns } from './checks/patterns.mjs';
import { readSources } from './checks/sources.mjs';

const sources = readSources();
const faults = [checkImports, checkCasts, checkPatterns, checkDurations, checkLeftovers].flatMap((check) => check(sources));
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exit(1);
