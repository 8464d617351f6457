import { CallError, call } from '../../kernel/calls/call.ts';
import { type Draft, type Drafts, draftKey, openDrafts } from '../../kernel/drafts/drafts.ts';
import { readSkillFile } from '../item/skill-file.ts';
import type { Saved } from './editing.ts';
import type { EditableItem } from './save-text.ts';

/** Beginning of an edit. */
export interface Opened {
  drafts: Drafts;
  /** Draft of an earlier visit. */
  draft: Draft | undefined;
  /** Base of the draft, or the newest version. */
  base: Saved;
  /** False when the text of that version cannot be read now. */
  isBaseKnown: boolean;
}

/**
 * Finds the draft of an item, and the version that it goes out from.
 * @param isThere false when the item cannot be read now: its draft is opened nevertheless
 */
export async function openDraft(orgId: string, accountId: string, item: EditableItem, isThere: boolean): Promise<Opened> {
  const drafts = openDrafts(localStorage, accountId, Date.now());
  const draft = drafts.read(draftKey(item.id, item.path));
  if (!draft || (isThere && draft.version === item.version)) {
    return { drafts, draft, base: { version: item.version, text: item.text }, isBaseKnown: true };
  }
  const text = isThere ? await readVersion(orgId, item, draft.version) : undefined;
  return { drafts, draft, base: { version: draft.version, text: text ?? '' }, isBaseKnown: text !== undefined };
}

/** Text of a version. Undefined if it does not exist. Rejects if it may be available later. */
export async function readVersion(
  orgId: string,
  { id, path }: Pick<EditableItem, 'id' | 'path'>,
  version: number,
): Promise<string | undefined> {
  try {
    if (path !== undefined) return (await readSkillFile(orgId, { fileId: id, version }, path)).content;
    return (await call(orgId, 'read_item', { itemId: id, version })).text ?? undefined;
  } catch (error) {
    if (error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_request')) return undefined;
    throw error;
  }
}

/**
 * Gets the saved text of an item, or of one of its files, at the version that was read.
 * @param known text on which the edited text is based. Used if others have removed the file: saving creates it again.
 */
export async function newestOf(
  orgId: string,
  item: Pick<EditableItem, 'id' | 'path'>,
  { version, text }: { version: number; text: string | null },
  known: string,
): Promise<Saved> {
  if (item.path === undefined) return { version, text: text ?? '' };
  return { version, text: (await readVersion(orgId, item, version)) ?? known };
}
