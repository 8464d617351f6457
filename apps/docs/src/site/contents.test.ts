import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { served, standing } from './addresses.ts';
import { allPages, readContents } from './contents.ts';
import { makeLlmsText } from './llms.ts';

it('reads the kinds, their pages, and the subpages of a page', () => {
  const docs = mkdtempSync(path.join(tmpdir(), 'gatehouse-contents-'));
  try {
    mkdirSync(path.join(docs, 'api'));
    const start = '## Start\n\n- [Try it](start/try-it.md): from nothing to a call.\n';
    const reference = '## Reference\n\nSome words.\n\n- [Tools](api/README.md): every tool\n';
    writeFileSync(path.join(docs, 'README.md'), `# Docs\n\nWords.\n\n${start}\n${reference}`);
    writeFileSync(path.join(docs, 'api/README.md'), '# Tools\n\n## Documents\n\n- [create_doc](create_doc.md): Create a document.\n');
    const kinds = readContents(docs);
    const createDoc = { file: 'api/create_doc.md', title: 'create_doc', summary: 'Create a document', pages: [] };
    expect(kinds).toEqual([
      { title: 'Start', pages: [{ file: 'start/try-it.md', title: 'Try it', summary: 'from nothing to a call', pages: [] }] },
      { title: 'Reference', pages: [{ file: 'api/README.md', title: 'Tools', summary: 'every tool', pages: [createDoc] }] },
    ]);
    expect(allPages(kinds).map(({ file }) => file)).toEqual(['start/try-it.md', 'api/README.md', 'api/create_doc.md']);
    expect(makeLlmsText('Two\nlines.', kinds, served)).toBe(
      '# Gatehouse\n\n> Two lines.\n\nEach address below is a page in Markdown. Links on a page are relative to its address.\n\n## Start\n\n- [Try it](/docs/start/try-it.md): from nothing to a call\n\n' +
        '## Reference\n\n- [Tools](/docs/api/README.md): every tool\n  - [create_doc](/docs/api/create_doc.md): Create a document\n',
    );
    expect(makeLlmsText('', kinds, standing)).toContain('(start/try-it.md)');
  } finally {
    rmSync(docs, { recursive: true });
  }
});
