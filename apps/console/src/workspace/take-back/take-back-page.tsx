import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRows } from '../../kernel/calls/pages.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { messageOf } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { exactTime } from '../../kernel/words/time-words.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { takeBackPage as strings } from '../strings.ts';
import { Preview } from './preview.tsx';
import styles from './take-back.module.css';
import { lookThrough, type TakeBack, takeAllBack, undoTakeBack } from './take-back.ts';
import { sayProgress, saySubject } from './take-back-words.ts';
import { refreshTakeBacks } from './use-edit.ts';

const route = getRouteApi('/$orgId/activity/take-back/$takeBackId');

/** What would be taken back, in numbers and by folder, before it is done; and what has become of it afterwards. */
export function TakeBackPage() {
  const { orgId } = useMembership();
  const { takeBackId } = route.useParams();
  const names = useNames();
  const preview = useRows(orgId, 'preview_take_back', { takeBackId }, 'folders');
  const { takeBack, isWorking, run } = useSteps(preview.firstPage?.takeBack);
  const isUndo = takeBack?.subject.kind === 'take_back';
  const title = takeBack === undefined ? strings.takeBack : isUndo ? strings.undo : strings.changesBy(saySubject(takeBack, names));
  const isLooking = takeBack?.state === 'looking';
  return (
    <Page
      title={title}
      crumbs={[
        { title: strings.activity, to: `/${orgId}/activity` },
        { title: strings.takeBack, to: `/${orgId}/activity/take-back` },
      ]}
      isFilled
      actions={takeBack && <Verb takeBack={takeBack} isWorking={isWorking} onRun={run} />}
      toolbar={
        takeBack && (
          <p className={styles.what}>
            <span role="status">
              <b>{sayProgress(takeBack)}</b>
            </span>{' '}
            {sayTime(takeBack)}
          </p>
        )
      }
    >
      <ListStates of={preview}>
        {(folders) =>
          takeBack === undefined || isLooking ? (
            <FirstRows />
          ) : takeBack.found === 0 ? (
            <Empty title={strings.nothingToTakeBack}>{strings.noDocuments}</Empty>
          ) : (
            <Preview takeBack={takeBack} first={preview.firstPage} folders={folders} more={preview.more} />
          )
        }
      </ListStates>
    </Page>
  );
}

/** One call and one trace have the time of their changes. */
function sayTime({ subject: { kind }, since, until }: TakeBack): string | null {
  return kind === 'take_back' || since === 0 ? null : strings.fromTo(exactTime(since), exactTime(until));
}

function Verb({ takeBack, isWorking, onRun }: { takeBack: TakeBack; isWorking: boolean; onRun: (what: 'take_back' | 'undo') => void }) {
  if (takeBack.state === 'looking' || takeBack.found === 0) return null;
  if (takeBack.state === 'done')
    return takeBack.takenBack === 0 ? null : (
      <Button variant="default" loading={isWorking} onClick={() => onRun('undo')}>
        {takeBack.subject.kind === 'take_back' ? strings.redo : strings.undoThis}
      </Button>
    );
  return (
    <Button loading={isWorking} onClick={() => onRun('take_back')}>
      {takeBack.state === 'working' ? strings.continue : strings.takeBack}
    </Button>
  );
}

/** Looks through the changes by itself; takes back, and undoes that, when it is told to. The newest that is known of it is what is shown. */
function useSteps(asked: TakeBack | undefined) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [told, tell] = useState<TakeBack>();
  const { mutate: work, isPending: isWorking } = useMutation({
    mutationFn: (steps: () => Promise<unknown>) => steps(),
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () => Promise.all([refreshItems(queries, orgId), refreshTakeBacks(queries, orgId)]),
  });
  const undo = async ({ takeBackId }: TakeBack) => {
    const undone = await undoTakeBack(orgId, takeBackId);
    sayDone(`${sayProgress(undone)}.`);
    await navigate({ to: '/$orgId/activity/take-back/$takeBackId', params: { orgId, takeBackId: undone.takeBackId } });
  };
  const takeBack = async (from: TakeBack) => {
    const done = await takeAllBack(orgId, from, tell);
    sayDone(`${sayProgress(done)}.`, done.takenBack === 0 ? undefined : () => work(() => undo(done)));
  };
  const sought = asked?.state === 'looking' ? asked.takeBackId : undefined;
  const latest = useRef(asked);
  latest.current = asked;
  useEffect(() => {
    const from = latest.current;
    if (sought !== undefined && from) work(() => lookThrough(orgId, from, tell));
  }, [sought, work, orgId]);
  const shown = told !== undefined && told.takeBackId === asked?.takeBackId ? told : asked;
  return {
    takeBack: shown,
    isWorking,
    run: (what: 'take_back' | 'undo') => shown && work(() => (what === 'undo' ? undo(shown) : takeBack(shown))),
  };
}
