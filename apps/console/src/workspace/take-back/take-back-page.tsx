import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRows } from '../../kernel/calls/pages.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { messageOf } from '../../kernel/states/failed.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { exactTime } from '../../kernel/words/time-words.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { takeBackPage as strings } from '../strings.ts';
import { entryColumns, keyOf, versionOf } from './entry-columns.tsx';
import styles from './take-back.module.css';
import { lookThrough, type TakeBack, type TakeBackEntry, takeAllBack, undoTakeBack } from './take-back.ts';
import { sayProgress, saySubject } from './take-back-words.ts';

const route = getRouteApi('/$orgId/activity/take-back/$takeBackId');

/** What would be taken back, item by item, before it is done; and what has become of each afterwards. */
export function TakeBackPage() {
  const { orgId } = useMembership();
  const { takeBackId } = route.useParams();
  const navigate = useNavigate();
  const names = useNames();
  const items = useRows(orgId, 'list_take_back_items', { takeBackId }, 'items');
  const { takeBack, isWorking, run } = useSteps(items.firstPage?.takeBack);
  const isUndo = takeBack?.subject.kind === 'take_back';
  const title = takeBack === undefined ? strings.takeBack : isUndo ? strings.undo : strings.changesBy(saySubject(takeBack, names));
  const open = ({ itemId, type }: TakeBackEntry) => {
    if (type !== 'task' && type !== 'folder') void navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId } });
  };
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
            {!isUndo && strings.fromTo(exactTime(takeBack.since), exactTime(takeBack.until))}
          </p>
        )
      }
    >
      <ListStates
        of={items}
        empty={takeBack && takeBack.state !== 'looking' ? <Empty title={strings.nothingToTakeBack}>{strings.noDocuments}</Empty> : null}
      >
        {(rows) => (
          <List
            label={strings.items}
            rows={rows}
            total={takeBack?.found}
            columns={entryColumns}
            keyOf={keyOf}
            versionOf={versionOf}
            onOpen={open}
            onEndNear={items.more}
          />
        )}
      </ListStates>
    </Page>
  );
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
    onSettled: () =>
      Promise.all([
        refreshItems(queries, orgId),
        queries.invalidateQueries({ queryKey: [orgId, 'list_take_back_items'] }),
        queries.invalidateQueries({ queryKey: [orgId, 'list_take_backs'] }),
      ]),
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
