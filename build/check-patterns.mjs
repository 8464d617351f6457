// Names every regular expression of the product that takes more than linear time on some text: nearly all texts are foreign. Tests may have
// such expressions. Exits with 1 if there is one.
import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { analyse } from 'scslre';

/** Also of its start: an expression that is tried at each place of a text reads on from each. */
const reportTypes = { Move: true, Self: true, Trade: true };
const testCode = /\/(?:testing|generated)\/|(?:^|\/)(?:test-world|test-server|fake-[^/]+|arbitrary-[^/]+)\.ts$|\.test\.tsx?$/;

const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}').filter((file) => !testCode.test(file));
const found = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8');
  return patternsOf(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
    .filter(({ regex }) => analyse({ source: regex.pattern, flags: regex.flags }, { reportTypes }).reports.length > 0)
    .map(({ raw, start }) => `${file}:${source.slice(0, start).split('\n').length}: ${raw} takes more than linear time`);
});
for (const line of found) process.stderr.write(`${line}\n`);
if (found.length > 0) process.exit(1);

function patternsOf(node) {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(patternsOf);
  return node.type === 'Literal' && node.regex ? [node] : Object.values(node).flatMap(patternsOf);
}
