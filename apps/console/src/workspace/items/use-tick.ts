import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayFailed } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { saveText } from '../editor/save-text.ts';
import { type Item, isFixed } from '../item/item.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import type { Tick } from '../reading/tick-boxes.ts';

interface WaitingTick {
  tick: Tick;
  /** Number of boxes on the page when the reader clicked. */
  count: number;
}

/** Ticks tasks in a text. Each tick is an ordinary edit of the version that the previous tick created. */
export function useTick(item: Item) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const ownText = useRef<string>(undefined);
  const waiting = useRef<WaitingTick[]>([]);
  const isSaving = useRef(false);
  const savedVersion = useRef(0);

  const save = async ({ tick, count }: WaitingTick) => {
    const { text, ...rest } = item;
    if (text === null) return;
    const { tickTask } = await import('../reading/tick-task.ts');
    const ticked = tickTask(text, tick, count);
    if (ticked === undefined) return sayFailed('Edit the source to change this task.');
    ownText.current = ticked;
    savedVersion.current = await saveText(orgId, { ...rest, text }, ticked, rest.versionCount);
    await refreshItems(queries, orgId);
  };

  const saveNext = () => {
    if (isSaving.current || item.versionCount < savedVersion.current) return;
    const next = waiting.current.shift();
    if (!next) return;
    isSaving.current = true;
    save(next)
      .catch((error: unknown) => {
        waiting.current = [];
        sayError(error);
      })
      .finally(() => {
        isSaving.current = false;
        latestSaveNext.current();
      });
  };
  const latestSaveNext = useRef(saveNext);
  latestSaveNext.current = saveNext;
  // Continue when the new version has loaded.
  useEffect(() => latestSaveNext.current(), [item.versionCount]);

  const onTick = useCallback((tick: Tick, count: number) => {
    waiting.current.push({ tick, count });
    latestSaveNext.current();
  }, []);
  return { onTick: isFixed(item) || item.text === null ? undefined : onTick, ownText };
}
