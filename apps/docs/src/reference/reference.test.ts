import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { agentTools, allTools, reasons } from '@gatehouse/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { generatedFiles } from './generated-files.ts';
import { makeReference } from './reference.ts';
import { root } from './source/syntax.ts';

const docs = path.join(root, 'docs');
const advice = 'Run "npx -y pnpm@12 docs:reference" and commit what it writes.';

describe('the generated reference', () => {
  let pages: Map<string, string>;
  beforeAll(() => void (pages = makeReference()));
  const page = (file: string) => pages.get(file) ?? '';

  it('matches the code', () => {
    const stale = [...pages].filter(
      ([file, text]) => !existsSync(path.join(docs, file)) || readFileSync(path.join(docs, file), 'utf8') !== text,
    );
    expect(
      stale.map(([file]) => file),
      advice,
    ).toEqual([]);
  });

  it('has no page that is no longer generated', () => {
    expect(
      generatedFiles(docs).filter((file) => !pages.has(file)),
      advice,
    ).toEqual([]);
  });

  it('has a page for each tool of agents, with each of its arguments, and a call in four ways', () => {
    for (const { name, input } of agentTools) {
      const text = page(`api/${name}.md`);
      for (const argument of Object.keys(input.shape)) expect(text, name).toContain(`| \`${argument}\` |`);
      for (const heading of ['Request', 'Response', 'Errors', 'Examples', 'curl', 'TypeScript', 'Python', 'MCP'])
        expect(text, name).toMatch(new RegExp(`^###? ${heading}$`, 'm'));
      expect(page('api/README.md')).toContain(`- [${name}](${name}.md): `);
    }
  });

  it('has every operation for people, once', () => {
    const operations = ['workspace', 'services', 'identity', 'account', 'gateway']
      .map((subject) => page(`reference/operations/${subject}.md`))
      .join('\n');
    const named = [...operations.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    const expected = allTools.filter(({ audience }) => audience !== 'agent').map(({ name }) => name);
    expect(named.toSorted()).toEqual(expected.toSorted());
  });

  it('has every reason, with the text of the console', () => {
    const parts = new Map(
      page('reference/errors.md')
        .split(/^### /m)
        .slice(1)
        .map((part) => [part.slice(0, part.indexOf('\n')), part]),
    );
    expect([...parts.keys()]).toEqual(reasons);
    for (const part of parts.values()) expect(part).toMatch(/^The console says: \S/m);
  });

  it('lists the refusals of each tool, as the code states them', () => {
    expect(page('api/edit_doc.md')).toMatch(/\| `invalid_request` \| `stale_version` \| this item now has version …/);
    expect(page('api/edit_doc.md')).toContain('| `text_not_found` | oldText does not occur in the item. …');
    expect(page('api/create_doc.md')).not.toContain('stale_version');
  });
});
