import { useRef } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { type ListedDraft, openDrafts } from '../../kernel/drafts/drafts.ts';
import { useAccount } from '../../kernel/membership/membership.ts';
import type { Away } from '../editor/away.ts';
import type { EditableItem } from '../editor/save-text.ts';
import { type Item, isFixed } from '../item/item.ts';

/** Known state of the edited item. An editor stays open even if its item is deleted. */
export interface Edited {
  item: EditableItem & { folderName?: string | undefined };
  away: Away | undefined;
}

/** State of the editor of an item. Undefined if there is nothing to edit. */
export function useEdited(itemId: string, isAsked: boolean, item: Item | undefined, error: unknown): Edited | undefined {
  const { account } = useAccount();
  const last = useRef<Edited>(undefined);
  if (!isAsked || last.current?.item.id !== itemId) last.current = undefined;
  if (!isAsked) return undefined;
  const draft = last.current
    ? undefined
    : openDrafts(localStorage, account.id, Date.now())
        .list()
        .find((one) => one.itemId === itemId && one.path === undefined);
  last.current = editedFrom({ item, error, last: last.current, draft });
  return last.current;
}

interface Known {
  /** Newest state from the gateway. */
  item: Item | undefined;
  error: unknown;
  /** Previous state of the editor. */
  last: Edited | undefined;
  draft: ListedDraft | undefined;
}

/** Prefers the gateway's answer. Without one, the editor keeps its state or starts from the draft. */
export function editedFrom({ item, error, last, draft }: Known): Edited | undefined {
  const isGone = isNotFound(error);
  if (item && !isGone && item.text !== null && !isFixed(item)) return { item: { ...item, text: item.text }, away: undefined };
  if (item && !isGone) {
    const known = last?.item ?? (draft && { ...item, version: draft.version, text: draft.text });
    return known && { item: { ...known, name: item.name }, away: whyAway(item) };
  }
  if (last) return { ...last, away: isGone ? 'gone' : last.away };
  return error && draft ? { item: itemOf(draft), away: 'gone' } : undefined;
}

function whyAway({ isAgentMemory, canWrite }: Item): Away {
  if (isAgentMemory) return 'protected';
  return canWrite ? 'too_large' : 'read_only';
}

function itemOf({ itemId: id, item, version, text }: ListedDraft): Edited['item'] {
  const { type = 'doc', name = 'Untitled', mimeType = 'text/markdown' } = item ?? {};
  return { id, type, name, mimeType, version, text };
}
