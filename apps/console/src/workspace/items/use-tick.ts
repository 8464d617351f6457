import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { saveText } from '../editor/save-text.ts';
import { type Item, isFixed } from '../item/item.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import type { Tick } from '../reading/tick-boxes.ts';

/** Ticks tasks in a text, each as an ordinary edit. */
export function useTick(item: Item) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const ownText = useRef<string>(undefined);
  const latest = useRef(item);
  latest.current = item;
  const isSaving = useRef(false);
  const save = async (tick: Tick, count: number) => {
    const { text, ...rest } = latest.current;
    if (text === null) return;
    const { tickTask } = await import('../reading/tick-task.ts');
    const ticked = tickTask(text, tick, count);
    if (ticked === undefined) return sayFailed('Edit the source to change this task.');
    ownText.current = ticked;
    await saveText(orgId, { ...rest, text }, ticked, rest.versionCount);
    await refreshItems(queries, orgId);
  };
  const onTick = useCallback((tick: Tick, count: number) => {
    // One after the other: each is made in the text that the reader sees.
    if (isSaving.current) return;
    isSaving.current = true;
    latestSave
      .current(tick, count)
      .catch((error: unknown) => sayFailed(messageOf(error), error))
      .finally(() => {
        isSaving.current = false;
      });
  }, []);
  const latestSave = useRef(save);
  latestSave.current = save;
  return { onTick: isFixed(item) || item.text === null ? undefined : onTick, ownText };
}
