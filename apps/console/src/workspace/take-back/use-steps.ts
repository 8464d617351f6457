import { type InfiniteData, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { lookThrough, type TakeBack, takeAllBack } from './take-back.ts';
import { sayProgress } from './take-back-words.ts';
import { refreshTakeBacks } from './use-edit.ts';

type Preview = OutputOf<'preview_take_back'>;

/** Steps that this tab runs. They continue if the person leaves the page, and a reopened page finds them. */
const stepsKey = ['take_back_steps'];

/** Removes the notices of take-backs that this tab has completed, each with an Undo that works once. */
const doneNotices = new Map<string, () => void>();

interface Work {
  takeBackId: string;
  steps: () => Promise<unknown>;
}

/** The search for changes starts by itself; taking back waits for the person. */
export function useSteps(asked: TakeBack | undefined) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate: work } = useMutation({
    mutationKey: stepsKey,
    mutationFn: ({ steps }: Work) => steps(),
    onError: sayError,
    onSettled: () => Promise.all([refreshItems(queries, orgId), refreshTakeBacks(queries, orgId)]),
  });
  const worked = useMutationState({
    filters: { mutationKey: stepsKey, status: 'pending' },
    select: ({ state }) => takeBackOf(state.variables),
  });
  /** Updates the progress on the open page. */
  const tell = (takeBack: TakeBack) =>
    queries.setQueryData<InfiniteData<Preview>>(
      [orgId, 'preview_take_back', 'pages', { takeBackId: takeBack.takeBackId }],
      (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, takeBack })) },
    );
  const look = (from: TakeBack) => {
    // Leaves the final state to the request for the numbers.
    const tellFound = (takeBack: TakeBack) => takeBack.state === 'looking' && tell(takeBack);
    work({ takeBackId: from.takeBackId, steps: () => lookThrough(orgId, from, tellFound) });
  };
  const takeBack = (from: TakeBack) => {
    const steps = async () => {
      const done = await takeAllBack(orgId, from, tell);
      const removeNotice = sayDone(`${sayProgress(done)}.`, done.takenBack > 0 ? () => takeThisBack(done) : undefined);
      doneNotices.set(done.takeBackId, removeNotice);
    };
    work({ takeBackId: from.takeBackId, steps });
  };
  /** Takes back a take-back. */
  const takeThisBack = ({ takeBackId }: TakeBack) => {
    doneNotices.get(takeBackId)?.();
    doneNotices.delete(takeBackId);
    const steps = async () => {
      const found = await lookThrough(orgId, await call(orgId, 'prepare_take_back', { takeBackId }));
      takeBack(found);
      await navigate({ to: '/$orgId/activity/take-back/$takeBackId', params: { orgId, takeBackId: found.takeBackId } });
    };
    work({ takeBackId, steps });
  };
  const lookOn = useRef(look);
  lookOn.current = look;
  const sought = asked?.state === 'looking' ? asked.takeBackId : undefined;
  const latest = useRef(asked);
  latest.current = asked;
  useEffect(() => {
    const isSought =
      sought !== undefined &&
      queries.isMutating({ mutationKey: stepsKey, predicate: ({ state }) => takeBackOf(state.variables) === sought }) > 0;
    if (sought !== undefined && !isSought && latest.current) lookOn.current(latest.current);
  }, [sought, queries]);
  return { isWorking: asked !== undefined && worked.includes(asked.takeBackId), look, takeBack, takeThisBack };
}

function takeBackOf(work: unknown): unknown {
  return typeof work === 'object' && work !== null && 'takeBackId' in work ? work.takeBackId : undefined;
}
