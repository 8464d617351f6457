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
import { codeWords } from '../../kernel/words/code-words.ts';
import { count } from '../../kernel/words/count-words.ts';
import { duration, exactTime } from '../../kernel/words/time-words.ts';
import { LeftOutList } from '../left-out-list.tsx';
import { noteWords } from '../note-words.ts';
import { kinds } from '../services-page.tsx';
import { Status } from '../status.tsx';
import { type ConnectionDetails, failuresKey } from '../use-connections.ts';
import styles from './connection.module.css';

type Row = OutputOf<'list_activity'>['activity'][number];

const statesFirst = 10;

/** Health of a service now and in the past. */
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
      <section aria-label="Now">
        <h2>Now</h2>
        <Facts>
          <Fact name="Status">
            <Status of={connection} />
          </Fact>
          {statusNote !== null && <Fact name="Last error">{noteWords(status, statusNote)}</Fact>}
          <Fact name="Type">{kinds[kind]}</Fact>
          {kind === 'openapi' ? (
            <>
              <Fact name="Document">{documentUrl ?? 'Uploaded file'}</Fact>
              {baseUrl !== null && <Fact name="Base URL">{baseUrl}</Fact>}
            </>
          ) : (
            address !== null && <Fact name="Address">{address}</Fact>
          )}
          <Fact name="Refreshed">
            <Time at={catalogueAt} />
          </Fact>
          <Fact name="Tools">
            {[count(toolsCount, 'tool'), heldCount > 0 && `${heldCount} on hold`, offCount > 0 && `${offCount} off`]
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

/** Health of a connection over time, newest first. */
function History({ of: history }: { of: ConnectionDetails['history'] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? history : history.slice(0, statesFirst);
  // Connections from before states were stored have none yet.
  if (history.length === 0) return null;
  return (
    <section aria-label="History">
      <h2>History</h2>
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
          Show all {history.length}
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
    <section aria-label="Failures">
      <h2>Failures</h2>
      {rows.length === 0 && (
        <p className={styles.dim}>
          No failed calls
          {searchedTo === null ? '' : ` since ${exactTime(searchedTo)}`} in the part of the log that you can see.
        </p>
      )}
      {rows.length > 0 && (
        <table className={styles.failures}>
          <thead>
            <tr>
              <th>When</th>
              <th>Why</th>
              <th>Tool</th>
              <th>Who</th>
              <th>Took</th>
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
            Show earlier
          </Button>
        )}
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/$orgId/activity" params={{ orgId }} search={{ itemId: connectionId }} />}
        >
          All calls
        </Button>
      </div>
    </section>
  );
}

function Failure({ row, who }: { row: Row; who: React.ReactNode }) {
  const { at, outcome, reason, serviceTool, tool, serviceMicros, durationMicros } = row;
  return (
    <tr>
      <td>
        <Time at={at} />
      </td>
      <td>{codeWords(reason ?? outcome)}</td>
      <td>
        <code>{serviceTool ?? tool}</code>
      </td>
      <td>{who}</td>
      <td>{duration(serviceMicros ?? durationMicros)}</td>
    </tr>
  );
}
