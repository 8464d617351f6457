import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import type { Op } from '../../kernel/ops.ts';
import { type TestStore, testEngines } from '../../testing/index.ts';
import { acme, appendSample, createAcme, createSample, nobodyAt } from '../../testing/sample-rows.ts';
import type { ExtractedBody } from './extracted-texts.ts';

const orgId = acme.id;
const ready = (body: string): ExtractedBody => ({ state: 'ready', reason: null, body, at: 9 });
const pdf = { type: 'file', kind: 'pdf', mimeType: 'application/pdf' } as const;

/** Behaviour of the text of files that must be equal on every engine (D75). */
describe.each(testEngines())('extracted texts on $name (D75)', ({ missing, open }) => {
  if (missing !== undefined) {
    it.skip('runs only where the engine is available');
    return;
  }
  let test: TestStore;
  let store: Store;

  beforeEach(async () => {
    test = await open();
    store = test.store;
    await change(() => createAcme(store));
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });
  const pending = async () =>
    (await store.read(() => store.extractedTexts.pending(10))).map(({ itemId, version }) => `${itemId} ${version}`);
  const status = (itemId: string, version: number) => store.read(() => store.extractedTexts.status(orgId, itemId, version));

  it('are pending from the creation of a file, and for no other item', async () => {
    await change(() => createSample(store, { id: 'file_1', ...pdf }));
    await change(() => createSample(store, { id: 'file_2', type: 'file', mimeType: 'text/plain' }));
    await change(() => createSample(store, { id: 'doc_1', mimeType: 'application/pdf' }));
    expect(await pending()).toEqual(['file_1 1']);
    expect(await status('file_1', 1)).toMatchObject({ state: 'pending', source: 'pdf', sizeBytes: 0, reason: null });
  });

  it('are stored for the newest version, and pending again for the next version', async () => {
    const item = await change(() => createSample(store, { id: 'file_1', ...pdf }));
    const first = { orgId, itemId: 'file_1', version: 1, source: 'pdf' } as const;
    expect(await change(() => store.extractedTexts.conclude(first, ready('ä\n')))).toBe(true);
    expect(await status('file_1', 1)).toEqual({ ...first, state: 'ready', reason: null, sizeBytes: 3, at: 9 });
    expect(await store.read(() => store.extractedTexts.body(orgId, 'file_1', 1))).toBe('ä\n');
    expect(await pending()).toEqual([]);
    await change(function* () {
      const saved = yield* appendSample(store, item, 'more');
      yield* store.items.update(saved, item, nobodyAt(2));
    });
    expect(await pending()).toEqual(['file_1 2']);
    expect(await store.read(() => store.extractedTexts.body(orgId, 'file_1', 1))).toBeUndefined();
    // A slow process ends with the version before.
    expect(await change(() => store.extractedTexts.conclude(first, ready('late')))).toBe(false);
    expect(await status('file_1', 2)).toMatchObject({ state: 'pending' });
  });

  it('stay with a renamed file, and are removed when the file type changes', async () => {
    const item = await change(() => createSample(store, { id: 'file_1', ...pdf }));
    await change(() => store.extractedTexts.conclude({ orgId, itemId: 'file_1', version: 1, source: 'pdf' }, ready('a')));
    const renamed = { ...item, name: 'other' };
    await change(() => store.items.update(renamed, item, nobodyAt(2)));
    expect(await status('file_1', 1)).toMatchObject({ state: 'ready' });
    await change(() => store.items.update({ ...renamed, mimeType: 'application/zip' }, renamed, nobodyAt(3)));
    expect(await status('file_1', 1)).toBeUndefined();
  });

  it('are removed with a purged file', async () => {
    await change(() => createSample(store, { id: 'file_1', ...pdf }));
    await change(() => store.trash.purge(orgId, 'file_1'));
    expect(await status('file_1', 1)).toBeUndefined();
  });

  it('are extracted in turns by organization, the oldest of each first', async () => {
    const other = { ...acme, id: 'org_other', name: 'Other' };
    await change(() => store.organizations.create(other));
    for (const [id, updatedAt, of] of [
      ['file_1', 1, orgId],
      ['file_2', 2, orgId],
      ['file_3', 3, orgId],
      ['file_9', 9, other.id],
    ] as const)
      await change(() => createSample(store, { id, updatedAt, orgId: of, ...pdf }));
    expect(await pending()).toEqual(['file_1 1', 'file_9 1', 'file_2 1', 'file_3 1']);
  });

  it('are read together with the texts of other items', async () => {
    await change(() => createSample(store, { id: 'doc_1', body: 'own' }));
    await change(() => createSample(store, { id: 'file_1', ...pdf }));
    await change(() => createSample(store, { id: 'file_2', ...pdf }));
    await change(() => store.contents.removeText(orgId, 'file_1'));
    await change(() => store.contents.removeText(orgId, 'file_2'));
    await change(() => store.extractedTexts.conclude({ orgId, itemId: 'file_1', version: 1, source: 'pdf' }, ready('extracted')));
    const texts = await store.read(() => store.contents.readableTexts(orgId, ['doc_1', 'file_1', 'file_2']));
    expect([...texts].sort()).toEqual([
      ['doc_1', 'own'],
      ['file_1', 'extracted'],
    ]);
    expect(await store.read(() => store.extractedTexts.sizes(orgId, ['doc_1', 'file_1', 'file_2']))).toEqual([
      { itemId: 'file_1', version: 1, sizeBytes: 9 },
    ]);
  });

  it('become pending if an older program wrote without requesting them, page by page', async () => {
    for (const id of ['file_1', 'file_2', 'file_3']) await change(() => createSample(store, { id, ...pdf }));
    await change(() => createSample(store, { id: 'doc_1' }));
    await change(() => createSample(store, { id: 'file_9', ...pdf, mimeType: 'application/zip' }));
    const extracted = { orgId, source: 'pdf', version: 1 } as const;
    await change(() => store.extractedTexts.conclude({ ...extracted, itemId: 'file_2' }, ready('a')));
    // One text is lost, one is of an earlier version, and one is of a file whose format is no longer extracted.
    await change(() => store.extractedTexts.remove(orgId, 'file_1'));
    await change(() => store.extractedTexts.request({ ...extracted, itemId: 'file_3', version: 0, at: 1 }));
    await change(() => store.extractedTexts.request({ ...extracted, itemId: 'file_9', at: 1 }));
    const looked: unknown[] = [];
    for (let after: { orgId: string; id: string } | undefined = { orgId: '', id: '' }; after; ) {
      const from: { orgId: string; id: string } = after;
      const { missed, next } = await store.read(() => store.extractedTexts.findMissed(from, 2));
      await change(() => store.extractedTexts.requestMissed(missed));
      after = next;
      looked.push(after?.id);
    }
    expect(looked).toEqual(['file_1', 'file_3', undefined]);
    expect((await pending()).sort()).toEqual(['file_1 1', 'file_3 1']);
    expect(await status('file_2', 1)).toMatchObject({ state: 'ready' });
    expect(await status('file_9', 1)).toBeUndefined();
  });
});
