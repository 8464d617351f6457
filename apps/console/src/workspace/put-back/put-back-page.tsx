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
import { putBackPage as strings } from '../strings.ts';
import { entryColumns, keyOf, versionOf } from './entry-columns.tsx';
import styles from './put-back.module.css';
import { lookThrough, type PutBack, type PutBackEntry, putAllBack, undoPutBack } from './put-back.ts';
import { sayProgress, saySubject } from './put-back-words.ts';

const route = getRouteApi('/$orgId/activity/take-back/$putBackId');

/** What would be put back, item by item, before it is done; and what has become of each afterwards. */
export function PutBackPage() {
  const { orgId } = useMembership();
  const { putBackId } = route.useParams();
  const navigate = useNavigate();
  const names = useNames();
  const items = useRows(orgId, 'list_put_back_items', { putBackId }, 'items');
  const { putBack, isWorking, run } = useSteps(items.firstPage?.putBack);
  const isUndo = putBack?.subject.kind === 'put_back';
  const title = putBack === undefined ? strings.putBack : isUndo ? strings.undo : strings.changesBy(saySubject(putBack, names));
  const open = ({ itemId, type }: PutBackEntry) => {
    if (type !== 'task' && type !== 'folder') void navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId } });
  };
  return (
    <Page
      title={title}
      crumbs={[
        { title: strings.activity, to: `/${orgId}/activity` },
        { title: strings.putBack, to: `/${orgId}/activity/take-back` },
      ]}
      isFilled
      actions={putBack && <Verb putBack={putBack} isWorking={isWorking} onRun={run} />}
      toolbar={
        putBack && (
          <p className={styles.what}>
            <span role="status">
              <b>{sayProgress(putBack)}</b>
            </span>{' '}
            {!isUndo && strings.fromTo(exactTime(putBack.since), exactTime(putBack.until))}
          </p>
        )
      }
    >
      <ListStates
        of={items}
        empty={putBack && putBack.state !== 'looking' ? <Empty title={strings.nothingToPutBack}>{strings.noDocuments}</Empty> : null}
      >
        {(rows) => (
          <List
            label={strings.items}
            rows={rows}
            total={putBack?.found}
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

function Verb({ putBack, isWorking, onRun }: { putBack: PutBack; isWorking: boolean; onRun: (what: 'put_back' | 'undo') => void }) {
  if (putBack.state === 'looking' || putBack.found === 0) return null;
  if (putBack.state === 'done')
    return putBack.putBack === 0 ? null : (
      <Button variant="default" loading={isWorking} onClick={() => onRun('undo')}>
        {putBack.subject.kind === 'put_back' ? strings.redo : strings.undoThis}
      </Button>
    );
  return (
    <Button loading={isWorking} onClick={() => onRun('put_back')}>
      {putBack.state === 'working' ? strings.continue : strings.putBack}
    </Button>
  );
}

/** Looks through the changes by itself; puts back, and undoes that, when it is told to. The newest that is known of it is what is shown. */
function useSteps(asked: PutBack | undefined) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [told, tell] = useState<PutBack>();
  const { mutate: work, isPending: isWorking } = useMutation({
    mutationFn: (steps: () => Promise<unknown>) => steps(),
    onError: (error) => sayFailed(messageOf(error), error),
    onSettled: () =>
      Promise.all([
        refreshItems(queries, orgId),
        queries.invalidateQueries({ queryKey: [orgId, 'list_put_back_items'] }),
        queries.invalidateQueries({ queryKey: [orgId, 'list_put_backs'] }),
      ]),
  });
  const undo = async ({ putBackId }: PutBack) => {
    const undone = await undoPutBack(orgId, putBackId);
    sayDone(`${sayProgress(undone)}.`);
    await navigate({ to: '/$orgId/activity/take-back/$putBackId', params: { orgId, putBackId: undone.putBackId } });
  };
  const putBack = async (from: PutBack) => {
    const done = await putAllBack(orgId, from, tell);
    sayDone(`${sayProgress(done)}.`, done.putBack === 0 ? undefined : () => work(() => undo(done)));
  };
  const sought = asked?.state === 'looking' ? asked.putBackId : undefined;
  const latest = useRef(asked);
  latest.current = asked;
  useEffect(() => {
    const from = latest.current;
    if (sought !== undefined && from) work(() => lookThrough(orgId, from, tell));
  }, [sought, work, orgId]);
  const shown = told !== undefined && told.putBackId === asked?.putBackId ? told : asked;
  return {
    putBack: shown,
    isWorking,
    run: (what: 'put_back' | 'undo') => shown && work(() => (what === 'undo' ? undo(shown) : putBack(shown))),
  };
}
