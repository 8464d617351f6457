import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayError } from '../../kernel/states/say-error.ts';

type Folder = OutputOf<'preview_take_back'>['folders'][number];

/** Puts folders with open choices first, and keeps them there after the choice. */
export function useAskedFirst(folders: readonly Folder[]): readonly Folder[] {
  const [asked, setAsked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const unseen = folders.filter(({ folderId }) => !asked.has(folderId));
  if (unseen.length > 0) setAsked(new Map([...asked, ...unseen.map(({ folderId, counts }) => [folderId, counts.needs_you > 0] as const)]));
  const isLater = ({ folderId }: Folder) => (asked.get(folderId) ? 0 : 1);
  return folders.toSorted((one, other) => isLater(one) - isLater(other));
}

/** Folders that are searched for entries that need a choice. Later ones count as chosen. */
const maxAsked = 10;

/** Opens the next entry that needs a choice, after the last one the first. */
export function useNextToChoose(takeBackId: string, folders: readonly Folder[], onOpen: (itemId: string) => void) {
  const { orgId } = useMembership();
  const { mutate, isPending } = useMutation({
    mutationFn: async (openId: string | undefined) => {
      const asked = folders.filter(({ counts }) => counts.needs_you > 0).slice(0, maxAsked);
      const pages = await Promise.all(
        asked.map(({ folderId }) => call(orgId, 'list_take_back_items', { takeBackId, folderId, expected: 'needs_you', limit: 30 })),
      );
      return nextOf(
        pages.flatMap(({ items }) => items.map(({ itemId }) => itemId)),
        openId,
      );
    },
    onSuccess: (itemId) => itemId !== undefined && onOpen(itemId),
    onError: sayError,
  });
  return { next: mutate, isPending };
}

/** Returns the next place after the open one. Undefined if there is no other place. */
export function nextOf(ids: readonly string[], openId: string | undefined): string | undefined {
  const others = [...ids.slice(ids.indexOf(openId ?? '') + 1), ...ids];
  return others.find((id) => id !== openId);
}
