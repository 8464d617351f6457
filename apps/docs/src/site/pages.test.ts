import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedMark } from '../reference/markdown.ts';
import { served } from './addresses.ts';
import { allPages, contentsFile, readContents } from './contents.ts';
import { renderPage } from './render-page.ts';

const docs = path.join(import.meta.dirname, '../../../../docs');
/** Readers look for one answer on a page, and programs that fetch pages cut long ones. Readers look up a heading of a generated page. */
const maxBytes = 12 * 1024;

const files = globSync('**/*.md', { cwd: docs }).map((file) => file.replaceAll(path.sep, '/'));
const pages = new Map(
  files.map((file) => {
    const markdown = readFileSync(path.join(docs, file), 'utf8');
    const anchors = new Set([...markdown.matchAll(/<a (?:id|name)="([^"]+)">/g)].map(([, anchor]) => anchor));
    const rendered = renderPage(markdown, file, served);
    for (const { anchor } of rendered.headings) anchors.add(anchor);
    return [file, { markdown, anchors, ...rendered }];
  }),
);

describe('the pages of the documentation', () => {
  it('are all in the contents, once', () => {
    const listed = allPages(readContents(docs)).map(({ file }) => file);
    expect([contentsFile, ...listed].toSorted()).toEqual(files.toSorted());
    expect(listed.length).toBeGreaterThan(100);
  });

  it('begin with their title, and have a short summary in the contents', () => {
    const untitled = files.filter((file) => !/^# \S.*\n/.test(pages.get(file)?.markdown ?? ''));
    expect(untitled).toEqual([]);
    const lines = allPages(readContents(docs)).filter(({ summary }) => summary.length > 160);
    expect(lines.map(({ file }) => file)).toEqual([]);
  });

  it('have links and pictures that lead somewhere', () => {
    const broken = files.flatMap((file) =>
      (pages.get(file)?.links ?? []).filter((link) => !leadsSomewhere(file, link)).map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it(`have at most ${maxBytes / 1024} KB, except generated ones`, () => {
    const written = files.filter((file) => !pages.get(file)?.markdown.includes(generatedMark));
    expect(written.filter((file) => statSync(path.join(docs, file)).size > maxBytes)).toEqual([]);
  });
});

/** True if a link leads to a page and its section, to another file of the project, or to another site. */
function leadsSomewhere(file: string, link: string): boolean {
  if (/^https?:\/\//.test(link)) return true;
  const [target = '', anchor] = link.split('#');
  const place = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
  if (!existsSync(path.join(docs, place))) return false;
  if (place.startsWith('..')) return true;
  return anchor === undefined || pages.get(place)?.anchors.has(anchor) === true;
}
