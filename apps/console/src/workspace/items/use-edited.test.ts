import { describe, expect, it } from 'vitest';
import { CallError } from '../../kernel/calls/call.ts';
import type { ListedDraft } from '../../kernel/drafts/drafts.ts';
import type { Item } from '../item/item.ts';
import { editedFrom } from './use-edited.ts';

const item = {
  ...{ id: 'doc_1', type: 'doc', name: 'Plan', mimeType: 'text/markdown', version: 2, text: 'saved' },
  ...{ isAgentMemory: false, canWrite: true },
} as Item;
const gone = new CallError('not_found', 'nothing', { reason: 'no_such_item' });
const offline = new CallError('offline', 'no answer');
const typed = { orgId: 'org_1', type: 'file', name: 'notes.md', mimeType: 'text/plain' } as const;
const draft: ListedDraft = { itemId: 'doc_1', item: typed, version: 1, text: 'typed', conflicts: [], at: 1 };
const nothing = { item: undefined, error: null, last: undefined, draft: undefined };

describe('the edited item', () => {
  it('is the current item, and each newer version that arrives', () => {
    const last = editedFrom({ ...nothing, item });
    expect(last).toEqual({ item, away: undefined });
    expect(editedFrom({ ...nothing, item: { ...item, version: 3 }, last })?.item.version).toBe(3);
  });

  it.each([
    ['is gone', { item, error: gone }, 'gone'],
    ['is gone and forgotten', { item: undefined, error: gone }, 'gone'],
    ['became agent memory', { item: { ...item, isAgentMemory: true }, error: null }, 'protected'],
    ['can only be read now', { item: { ...item, canWrite: false }, error: null }, 'read_only'],
    ['has grown too large', { item: { ...item, text: null }, error: null }, 'too_large'],
    ['cannot be asked for', { item, error: offline }, undefined],
  ])('stays when the item %s', (_what, now, away) => {
    const last = editedFrom({ ...nothing, item });
    expect(editedFrom({ ...nothing, ...now, last })).toMatchObject({ item: { id: 'doc_1', text: 'saved' }, away });
  });

  it('returns when the item is restored', () => {
    const last = editedFrom({ ...nothing, item, error: gone, last: { item: { ...item, text: 'saved' }, away: undefined } });
    expect(editedFrom({ ...nothing, item, last })?.away).toBeUndefined();
  });

  it('is the draft if the item can no longer be read', () => {
    const id = 'doc_1';
    expect(editedFrom({ ...nothing, error: gone, draft })).toEqual({
      item: { id, type: 'file', name: 'notes.md', mimeType: 'text/plain', version: 1, text: 'typed' },
      away: 'gone',
    });
    const protectedItem = { ...item, isAgentMemory: true };
    expect(editedFrom({ ...nothing, item: protectedItem, draft })).toMatchObject({
      item: { text: 'typed', version: 1 },
      away: 'protected',
    });
  });

  it('is undefined without an item and a draft, and before the item has arrived', () => {
    expect(editedFrom({ ...nothing, error: gone })).toBeUndefined();
    expect(editedFrom({ ...nothing, draft })).toBeUndefined();
    expect(editedFrom({ ...nothing, item: { ...item, isAgentMemory: true } })).toBeUndefined();
  });
});
