import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Phrases that readers stumble over, and what an editor writes. */
const phrases: [RegExp, string][] = [
  [/\bwho(so)?ever\b/i, 'name the person or the role'],
  [/\bof whom\b/i, 'begin a new clause'],
  [/\bsomebody\b|\beverybody\b|\bnobody\b/i, 'someone, everyone, no one'],
  [/\ba person who is\b/i, 'a noun: a member, an owner'],
  [/\bwhat (it|he|she|they|one|the service) offers?\b/i, 'tools'],
  [/\b(is|are|do|does|can|works?|has|have|signs?|reads?) [a-z ]*\bno more\b/i, 'no longer'],
  [/\banew\b/i, 'again'],
  [/\bwhat one\b/i, 'a noun'],
  [/\bnot at all\b/i, 'a verb: stop now'],
  [/\bfor good\b/i, 'forever'],
  [/\bas (it|they) stands?\b/i, 'exact'],
  [/\bas (it|they) (is|are) (now|written)\b/i, 'a noun: the source, up-to-date'],
  [/\buntil (now|then)\b/i, 'current, or the time'],
  [/\b(is|are) (called|put) so\b/i, 'has this name'],
  [/\btold apart\b/i, 'group by'],
  [/\b(is|are|was|were) asked for\b/i, 'name who asks'],
  [/\binstallation\b/i, 'gateway'],
];

const root = path.resolve(import.meta.dirname, '../..');
const consoleSource = path.join(root, 'apps/console/src');

/** Where the words stand that people read in the console. */
const consoleFiles = readdirSync(consoleSource, { recursive: true, encoding: 'utf8' })
  .filter((name) => /strings\.ts$|words\/refusals\.ts$/.test(name))
  .map((name) => path.join('apps/console/src', name));
/** What people read that the gateway writes itself: mails, and what would allow a call. */
const coreFiles = [
  'packages/core/src/kernel/mail/mails.ts',
  'packages/core/src/gateway/access/smallest-change.ts',
  'packages/core/src/identity/sign-in/passkey-site.ts',
];

/** Its texts, without its comments: what stands between quotes of any kind. */
function textsOf(file: string): string[] {
  const code = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );
}

it('what people read has no phrase that an editor would replace', () => {
  expect(consoleFiles.length).toBeGreaterThan(6);
  const found = [...consoleFiles, ...coreFiles].flatMap((file) =>
    textsOf(file).flatMap((text) => phrases.filter(([phrase]) => phrase.test(text)).map(([, better]) => `${file}: "${text}": ${better}`)),
  );
  expect(found).toEqual([]);
});

/** Phrases that stand nowhere: neither in messages of the gateway and the command line, nor in comments, nor in the documentation. */
const written: [RegExp, string][] = [
  [/\bwhosoever\b|\bwhoever\b/i, 'name the person or the role'],
  [/\banew\b/i, 'again'],
  [/\bof whom\b/i, 'begin a new clause'],
  [/\bwhat (it|they|the service|one) offers?\b/i, 'tools'],
  [/\b(is|are|be|good|works?|signs?|taken) no more\b(?! than)/i, 'no longer'],
  [/\btold apart\b/i, 'grouped, or distinguished'],
  [/\bonce and for all\b|\bgone for good\b|\band for good\b/i, 'forever'],
  [/\bif need be\b/i, 'if needed'],
  [/\bmake (a|an|the) (key|folder|organization|link|agent) (for|by|with)\b/i, 'create'],
];

/** The code of the product, with its comments and messages, and the pages that people write. */
const sources = globSync(['packages/*/src/**/*.{ts,tsx}', 'apps/*/src/**/*.{ts,tsx}', 'build/*.mjs'], { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/testing\//.test(file),
);
const pages = globSync(['docs/**/*.md', '*.md'], { cwd: root });

it.each([
  ['code, with its comments and messages', sources],
  ['documentation', pages],
])('%s has none of the phrases that we no longer write', (_, files) => {
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        written.filter(([phrase]) => phrase.test(line)).map(([, better]) => `${file}:${at + 1}: ${line.trim()}: ${better}`),
      ),
  );
  expect(found).toEqual([]);
});

it('what people read in the console has sentences of at most 25 words', () => {
  const sentences = consoleFiles
    .flatMap(textsOf)
    .flatMap((text) => text.replaceAll(/\$\{[^}]*\}/g, 'x').split(/(?<=[.?!:]) /))
    .filter((sentence) => sentence.split(' ').length > 25);
  expect(sentences).toEqual([]);
});
