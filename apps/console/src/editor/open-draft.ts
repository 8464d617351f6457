import { call } from '../calls/call.ts';
import { type Draft, type Drafts, openDrafts } from './drafts.ts';
import type { Saved } from './editing.ts';
import type { EditableItem } from './save-text.ts';

/** What editing begins with. */
export interface Opened {
  drafts: Drafts;
  /** What was typed in an earlier visit. */
  draft: Draft | undefined;
  /** What the draft goes out from, or the newest version. */
  base: Saved;
}

/** Finds the draft of an item, and the version that it goes out from. */
export async function openDraft(orgId: string, accountId: string, item: EditableItem): Promise<Opened> {
  const drafts = openDrafts(localStorage, accountId, Date.now());
  const draft = drafts.read(item.id);
  const newest = { version: item.version, text: item.text };
  if (!draft || draft.version === item.version) return { drafts, draft, base: newest };
  const { text } = await call(orgId, 'read_item', { itemId: item.id, version: draft.version });
  return { drafts, draft, base: { version: draft.version, text: text ?? '' } };
}
