import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { draftKey, openDrafts } from '../../kernel/drafts/drafts.ts';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import type { Item } from '../item/item.ts';
import { skillFileQuery } from '../item/skill-file.ts';
import type { Edited } from './use-edited.ts';

export interface EditedFile {
  /** Undefined until the file is known. */
  edited: Edited | undefined;
  /** Reason why there is nothing to edit. */
  error: Error | null;
  /** True if the file is not text. */
  isBinary: boolean;
  refetch: () => void;
}

/** State of the editor of a skill's file. It stays open even if the file or the skill is deleted. */
export function useEditedFile(itemId: string, path: string, item: Item | undefined, error: Error | null): EditedFile {
  const { orgId } = useMembership();
  const { account } = useAccount();
  const of = { fileId: itemId, version: item?.versionCount ?? 1 };
  const file = useQuery({ ...skillFileQuery(orgId, of, path), enabled: item !== undefined });
  const last = useRef<Edited>(undefined);
  const isGone = isNotFound(error);
  const { content, mimeType } = file.data ?? {};
  if (item && !isGone && content !== undefined && mimeType !== undefined) {
    const { id, type, name, folderId, folderName, versionCount: version } = item;
    last.current = {
      item: { id, type, name: `${name}/${path}`, mimeType, version, text: content, path, folderId, folderName },
      away: undefined,
    };
  } else if (last.current) last.current = { ...last.current, ...(isGone ? { away: 'gone' } : file.error && { away: undefined }) };
  else if (isGone || file.error) last.current = fromDraft();
  return {
    edited: last.current,
    error: last.current ? null : (error ?? file.error),
    isBinary: file.data !== undefined && content === undefined,
    refetch: () => void file.refetch(),
  };

  /** Falls back to the draft if the file cannot be read. */
  function fromDraft(): Edited | undefined {
    const draft = openDrafts(localStorage, account.id, Date.now()).read(draftKey(itemId, path));
    if (!draft) return undefined;
    const { name = path, mimeType = 'text/markdown' } = draft.item ?? {};
    return {
      item: { id: itemId, type: 'skill', name, mimeType, version: draft.version, text: draft.text, path },
      away: isGone ? 'gone' : undefined,
    };
  }
}
