import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { Page } from '../../kernel/layout/page.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useNow } from '../../kernel/signs/now.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { dayAndMinute, exactTime } from '../../kernel/words/time-words.ts';
import { ChangedInRunLine } from './agent-lines.tsx';
import { ChangedLine } from './changed-line.tsx';
import { FirstSteps } from './first-steps.tsx';
import { completeFrom, groupChanged, isMuch } from './group-changed.ts';
import styles from './home.module.css';
import type { Changed } from './join-news.ts';
import { AccountLine, RefusedLine } from './lines.tsx';
import { LinkedGroupsLine } from './linked-groups-line.tsx';
import { NewsSection } from './news-section.tsx';
import { useFirstSteps } from './use-first-steps.ts';
import { useNews } from './use-news.ts';
import { WebhookLine } from './webhook-line.tsx';

/** News since the person last looked: a line for each event, with actions to open it or take it back. */
export function HomePage() {
  const { news, isCut, toConnect, webhooks, isPending, error, refetch, more, markSeen } = useNews();
  const steps = useFirstSteps();
  const lists = news ? [news.changed, news.refused, toConnect, webhooks] : [];
  const isEmpty = news !== undefined && lists.every((list) => list.length === 0);
  useBindings('Home', news && !isEmpty ? [{ keys: 'e', does: 'Mark all as read', run: markSeen }] : []);
  return (
    <Page
      title="Home"
      toolbar={
        news &&
        !isEmpty && (
          <>
            <Since at={news.since} />
            <Button variant="default" onClick={markSeen} rightSection={<Keys keys="e" />}>
              Mark all as read
            </Button>
          </>
        )
      }
    >
      <LinkedGroupsLine />
      {isPending && !error && <FirstRows />}
      {error && !news && <Failed error={error} onRetry={refetch} />}
      {steps && <FirstSteps done={steps} />}
      {!isPending && isEmpty && !steps && <NoNews />}
      {!isPending && news && !isEmpty && (
        <div className={styles.sections}>
          <NewsSection title="Accounts to connect" count={toConnect.length}>
            {toConnect.map((connection) => (
              <AccountLine key={connection.connectionId} connection={connection} />
            ))}
          </NewsSection>
          <NewsSection title="Webhooks" count={webhooks.length}>
            {webhooks.map((webhook) => (
              <WebhookLine key={webhook.id} webhook={webhook} />
            ))}
          </NewsSection>
          <NewsSection title="Changed by agents" count={news.changed.length} hasMore={isCut}>
            <ChangedLines changed={news.changed} isCut={isCut} />
          </NewsSection>
          <NewsSection title="Refused calls" count={news.refused.length} hasMore={isCut}>
            {news.refused.map((refused) => (
              <RefusedLine
                key={`${refused.agent.id} ${refused.tool} ${refused.reason}`}
                refused={refused}
                since={news.since}
                isCut={isCut}
              />
            ))}
          </NewsSection>
          {more && (
            <Button variant="default" className={styles.more ?? ''} onClick={more}>
              Show earlier
            </Button>
          )}
        </div>
      )}
    </Page>
  );
}

function Since({ at }: { at: number }) {
  return (
    <span className={styles.since}>
      News since{' '}
      <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
        {dayAndMinute(at, useNow())}
      </time>
    </span>
  );
}

function ChangedLines({ changed, isCut }: { changed: readonly Changed[]; isCut: boolean }) {
  const from = completeFrom(changed, isCut);
  return groupChanged(changed).flatMap((group) => {
    const key = `${group.agent.id} ${group.at}`;
    const isGroupCut = from !== undefined && group.run.firstAt <= from;
    if (isMuch(group)) return [<ChangedInRunLine key={key} of={group} isCut={isGroupCut} />];
    return group.items.map((one) => <ChangedLine key={`${key} ${one.item.id}`} changed={one} isCut={isGroupCut} />);
  });
}

function NoNews() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  return (
    <Empty
      title="Nothing new"
      action={<Button onClick={() => void navigate({ to: '/$orgId/agents/connect', params: { orgId } })}>Connect agent</Button>}
    >
      Agents' changes and refused calls show up here. What waits for you is in the inbox.
    </Empty>
  );
}
