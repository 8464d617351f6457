import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRows } from '../../kernel/calls/pages.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { useNow } from '../../kernel/signs/now.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { exactTime, timeSpan } from '../../kernel/words/time-words.ts';
import { Preview } from './preview.tsx';
import styles from './take-back.module.css';
import type { TakeBack } from './take-back.ts';
import { sayChanges, sayProgress } from './take-back-words.ts';
import { useSteps } from './use-steps.ts';

const route = getRouteApi('/$orgId/activity/take-back/$takeBackId');

/** Preview of a take-back with numbers and folders, and its results afterwards. */
export function TakeBackPage() {
  const { orgId } = useMembership();
  const { takeBackId } = route.useParams();
  const names = useNames();
  const preview = useRows(orgId, 'preview_take_back', { takeBackId }, 'folders');
  const takeBack = preview.firstPage?.takeBack;
  const steps = useSteps(takeBack);
  const title = takeBack === undefined ? 'Take back' : sayChanges(takeBack, names);
  const isLooking = takeBack?.state === 'looking';
  return (
    <Page
      title={title}
      crumbs={[
        { title: 'Activity', to: `/${orgId}/activity` },
        { title: 'Take back', to: `/${orgId}/activity/take-back` },
      ]}
      isFilled
      actions={takeBack && <Verb takeBack={takeBack} steps={steps} />}
      toolbar={
        takeBack && (
          <p className={styles.what}>
            <span role="status">
              <b>{sayProgress(takeBack, steps.isWorking)}</b>
            </span>
            <When {...takeBack} />
          </p>
        )
      }
    >
      <ListStates of={preview}>
        {(folders) =>
          takeBack === undefined || isLooking ? (
            <FirstRows />
          ) : takeBack.found === 0 ? (
            <Empty title="Nothing to take back">Nothing that you can see was changed.</Empty>
          ) : (
            <Preview takeBack={takeBack} first={preview.firstPage} folders={folders} more={preview.more} />
          )
        }
      </ListStates>
    </Page>
  );
}

/** Time range of the changes. A call, a run and a take-back have none of their own. */
function When({ since, until }: TakeBack) {
  const now = useNow();
  if (since === 0) return null;
  return <span title={`${exactTime(since)} to ${exactTime(until)}`}> · {timeSpan(since, until, now)}</span>;
}

function Verb({
  takeBack,
  steps: { isWorking, look, takeBack: run, takeThisBack },
}: {
  takeBack: TakeBack;
  steps: ReturnType<typeof useSteps>;
}) {
  const { state, found, takenBack } = takeBack;
  if (state === 'done')
    return takenBack === 0 ? null : (
      <Button variant="default" loading={isWorking} onClick={() => takeThisBack(takeBack)}>
        Take this back
      </Button>
    );
  // The search starts by itself. If it was interrupted, the person continues it.
  if (state === 'looking')
    return isWorking ? null : (
      <Button variant="default" onClick={() => look(takeBack)}>
        Continue
      </Button>
    );
  return found === 0 ? null : (
    <Button loading={isWorking} onClick={() => run(takeBack)}>
      {state === 'working' ? 'Continue' : 'Take back'}
    </Button>
  );
}
