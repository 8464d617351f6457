import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { byCursor, cursorArgument } from '../../kernel/calls/by-cursor.ts';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { Fact, Facts } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Who } from '../../kernel/signs/caller.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { duration, exactTime } from '../../kernel/words/time-words.ts';
import { LeftOutList } from '../left-out-list.tsx';
import { noteWords } from '../note-words.ts';
import { kinds } from '../services-page.tsx';
import { Status } from '../status.tsx';
import { healthTab as strings } from '../strings.ts';
import { type ConnectionDetails, failuresKey } from '../use-connections.ts';
import styles from './connection.module.css';

type Row = OutputOf<'list_activity'>['activity'][number];

const statesFirst = 10;

/** How a service does now, and when it did not. */
export function HealthTab({ connection }: { connection: ConnectionDetails }) {
  const {
    status,
    statusNote,
    catalogueAt,
    toolsCount,
    heldCount,
    offCount,
    kind,
    address,
    documentUrl,
    baseUrl,
    leftOut = [],
  } = connection;
  return (
    <div className={styles.page}>
      <section aria-label={strings.now}>
        <h2>{strings.now}</h2>
        <Facts>
          <Fact name={strings.status}>
            <Status of={connection} />
          </Fact>
          {statusNote !== null && <Fact name={strings.lastError}>{noteWords(status, statusNote)}</Fact>}
          <Fact name={strings.type}>{kinds[kind]}</Fact>
          {kind === 'openapi' ? (
            <>
              <Fact name={strings.document}>{documentUrl ?? strings.uploadedFile}</Fact>
              {baseUrl !== null && <Fact name={strings.baseUrl}>{baseUrl}</Fact>}
            </>
          ) : (
            address !== null && <Fact name={strings.address}>{address}</Fact>
          )}
          <Fact name={strings.refreshed}>
            <Time at={catalogueAt} />
          </Fact>
          <Fact name={strings.tools}>
            {[strings.toolsTools(toolsCount), heldCount > 0 && strings.onHold(heldCount), offCount > 0 && strings.off(offCount)]
              .filter(Boolean)
              .join(', ')}
          </Fact>
        </Facts>
        <LeftOutList of={leftOut} />
      </section>
      <History of={connection.history} />
      <Failures connection={connection} />
    </div>
  );
}

/** Since when it does as it does, and how it did before. */
function History({ of: history }: { of: ConnectionDetails['history'] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? history : history.slice(0, statesFirst);
  // One that was connected before states were kept has none yet.
  if (history.length === 0) return null;
  return (
    <section aria-label={strings.history}>
      <h2>{strings.history}</h2>
      <ol className={styles.history}>
        {shown.map(({ at, status, note }) => (
          <li key={at}>
            <Time at={at} />
            <span>
              <Status of={{ status }} />
              {note !== null && <span className={styles.note}>{noteWords(status, note)}</span>}
            </span>
          </li>
        ))}
      </ol>
      {history.length > shown.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {strings.showAll(history.length)}
        </Button>
      )}
    </section>
  );
}

/** Calls that the service failed, newest first, as the log has them. */
function Failures({ connection: { connectionId } }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const names = useNames();
  const query = useInfiniteQuery({
    queryKey: failuresKey(orgId, connectionId),
    queryFn: ({ pageParam, signal }) =>
      call(orgId, 'list_activity', { itemId: connectionId, outcome: 'service_error', limit: 100, ...cursorArgument(pageParam) }, signal),
    ...byCursor,
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return null;
  const rows = query.data.pages.flatMap(({ activity }) => activity);
  const searchedTo = query.data.pages.at(-1)?.searchedTo ?? null;
  return (
    <section aria-label={strings.failures}>
      <h2>{strings.failures}</h2>
      {rows.length === 0 && (
        <p className={styles.dim}>
          {strings.noFailedCalls}
          {searchedTo === null ? '' : strings.since(exactTime(searchedTo))} {strings.inPartOfLogThat}
        </p>
      )}
      {rows.length > 0 && (
        <table className={styles.failures}>
          <thead>
            <tr>
              <th>{strings.when}</th>
              <th>{strings.why}</th>
              <th>{strings.tool}</th>
              <th>{strings.who}</th>
              <th>{strings.took}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Failure key={row.id} row={row} who={<Who row={row} names={names} />} />
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.buttons}>
        {query.hasNextPage && (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {strings.showEarlier}
          </Button>
        )}
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/$orgId/activity" params={{ orgId }} search={{ itemId: connectionId }} />}
        >
          {strings.allCalls}
        </Button>
      </div>
    </section>
  );
}

const reasons: Record<string, string> = strings.reasons;

function Failure({ row, who }: { row: Row; who: React.ReactNode }) {
  const { at, reason, serviceTool, tool, serviceMicros, durationMicros } = row;
  return (
    <tr>
      <td>
        <Time at={at} />
      </td>
      <td>{reasons[reason ?? ''] ?? reason}</td>
      <td>
        <code>{serviceTool ?? tool}</code>
      </td>
      <td>{who}</td>
      <td>{duration(serviceMicros ?? durationMicros)}</td>
    </tr>
  );
}
