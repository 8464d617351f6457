import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arbitraryText } from '../../testing/arbitrary-text.ts';
import { createWorld, type World } from '../../testing/test-world.ts';

let world: World;
let key: string;
beforeAll(async () => {
  world = await createWorld({ callsPerMinute: 1_000_000 });
  key = await world.key(world.owner, 'write');
});
afterAll(() => world[Symbol.asyncDispose]());

/** Any text that JSON and the entrances let through (D3). */
const anyText = fc.oneof(
  arbitraryText,
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replaceAll('\0', '')),
);

describe('text', () => {
  it('disappears from batch reads when its file becomes an image, and returns with an older version', async () => {
    const textOf = (id: string) => world.store.read(() => world.store.contents.text(world.orgId, id));
    const { id: fileId } = await world.ok(key, 'write_file', { name: 'flips.txt', content: 'one' });
    expect(await textOf(fileId)).toBe('one');
    await world.ok(key, 'write_file', { fileId, contentBase64: 'iVBORw0KGgo=' });
    expect(await textOf(fileId)).toBeUndefined();
    await world.ok(key, 'restore_version', { fileId, version: 1 });
    expect(await textOf(fileId)).toBe('one');
  });

  it('is returned byte for byte, as a document and as a file (D16)', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { docId } = await world.ok(key, 'create_doc', { title: 'Any', bodyMarkdown: text });
        expect((await world.ok(key, 'read_doc', { docId })).bodyMarkdown).toBe(text);
        const name = `${docId}.txt`;
        const file = await world.ok(key, 'write_file', { name, contentBase64: Buffer.from(text).toString('base64') });
        expect(file.kind === 'text' ? (await world.ok(key, 'read_file', { fileId: file.id })).content : text).toBe(text);
        expect(file.sizeBytes).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 300 },
    );
  });
});

type Change = { type: 'update' | 'append'; text: string } | { type: 'restore'; back: number };

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ type: fc.constant('update' as const), text: anyText }),
  fc.record({ type: fc.constant('append' as const), text: anyText.filter((text) => text !== '') }),
  fc.record({ type: fc.constant('restore' as const), back: fc.nat(20) }),
);

describe('versions', () => {
  it('are numbered only by changes, keep every text, and are never rewritten (D19)', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.array(anyChange, { maxLength: 12 }), async (first, changes) => {
        const { docId } = await world.ok(key, 'create_doc', { title: 'Any', bodyMarkdown: first });
        const history = [first];
        for (const change of changes) {
          const next = await apply(docId, change, history);
          if (next !== history.at(-1)) history.push(next);
        }
        expect((await world.ok(key, 'read_doc', { docId })).versionCount).toBe(history.length);
        for (const [index, text] of history.entries()) {
          expect((await world.ok(key, 'read_doc', { docId, version: index + 1 })).bodyMarkdown).toBe(text);
        }
        const { versions } = await world.ok(key, 'list_versions', { docId, limit: 100 });
        expect(versions.map(({ version }: { version: number }) => version)).toEqual(history.map((_, index) => history.length - index));
      }),
      { numRuns: 150 },
    );
  });
});

/** Makes one change and gives the text that the document must have after it. */
async function apply(docId: string, change: Change, history: readonly string[]): Promise<string> {
  const current = history.at(-1) as string;
  switch (change.type) {
    case 'update': {
      const { noop } = await world.ok(key, 'update_doc', { docId, bodyMarkdown: change.text, changeSummary: 'any' });
      expect(noop).toBe(change.text === current);
      return change.text;
    }
    case 'append':
      await world.ok(key, 'append_doc', { docId, text: change.text });
      return current + change.text;
    case 'restore': {
      const version = (change.back % history.length) + 1;
      await world.ok(key, 'restore_version', { docId, version });
      return history[version - 1] as string;
    }
    default:
      return change satisfies never;
  }
}
