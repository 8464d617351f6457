import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { countWords, findBest } from '@gatehouse/domain/words';
import { type Corpus, corpora } from './questions.ts';

const run = promisify(execFile);
/** Part of the questions whose right page must be first, and among the first five. */
const least = { first: 0.8, five: 0.95 };

/**
 * Asks plain questions about third-party documentation, and reports questions whose right pages are not among the best answers (D23.13).
 */
export async function answerQuestions(): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-answers-'));
  try {
    // Peers are ignored: those of one package would choose the version of another.
    const install = ['install', '--ignore-scripts', '--omit=optional', '--legacy-peer-deps', '--no-audit', '--prefix', folder];
    await run('npm', [...install, ...corpora.map((corpus) => `${corpus.package}@${corpus.version}`)], { timeout: 600_000 });
    return corpora.flatMap((corpus) => faultsOf(corpus, path.join(folder, 'node_modules', corpus.package, corpus.folder)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reports how well the questions about a corpus were answered. */
export function faultsOf(corpus: Corpus, folder: string): string[] {
  const pages = readPages(folder);
  const entries = pages.map(({ words }) => words);
  const places = corpus.questions.map(([question, right]) =>
    findBest(question, entries).findIndex(({ index }) => right.includes(pages[index]!.name)),
  );
  const within = (most: number) => places.filter((place) => place >= 0 && place < most).length / places.length;
  process.stdout.write(`${corpus.package}: ${pages.length} pages, first ${within(1).toFixed(2)}, among five ${within(5).toFixed(2)}\n`);
  const missed = corpus.questions.filter((_, index) => places[index]! < 0 || places[index]! >= 5).map(([question]) => question);
  for (const question of missed) process.stdout.write(`  missed: ${question}\n`);
  const isGood = within(1) >= least.first && within(5) >= least.five;
  return isGood
    ? []
    : [`questions about ${corpus.package} are answered by the right page first in ${within(1)}, among five in ${within(5)}`];
}

function readPages(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.mdx?$/.test(file));
  return files.map((file) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const title = /^title: *(.*)$/m.exec(text)?.[1] ?? /^# (.*)$/m.exec(text)?.[1] ?? /^(.*)\n=+$/m.exec(text)?.[1] ?? '';
    const name = path
      .basename(file)
      .replace(/\.mdx?$/, '')
      .replace(/^\d+-/, '');
    return { name, words: countWords({ name: title, tags: [], texts: [text] }) };
  });
}
