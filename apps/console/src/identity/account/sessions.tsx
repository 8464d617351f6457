import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { browserName } from '../../kernel/words/browser-name.ts';
import { count } from '../../kernel/words/count-words.ts';
import styles from './account.module.css';

type Session = OutputOf<'list_sessions'>['sessions'][number];

/** Sessions of the account. Ending one takes effect at its next call. */
export function Sessions() {
  const queries = useQueryClient();
  const query = toolQuery(undefined, 'list_sessions', {});
  const { data } = useQuery(query);
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey });
  const end = useMutation({
    mutationFn: ({ id }: Session) => call(undefined, 'end_session', { sessionId: id }),
    onSuccess: (_, session) => sayDone(`Signed out of ${browserName(session.client)}.`),
    onError: sayError,
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => call(undefined, 'end_other_sessions', {}),
    onSuccess: ({ ended }) => sayDone(`Signed out of ${count(ended, 'other browser')}.`),
    onError: sayError,
    onSettled: refresh,
  });
  const sessions = data?.sessions ?? [];
  return (
    <>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <li key={session.id}>
            <span className={styles.what} title={session.client ?? undefined}>
              {browserName(session.client)}
              {session.isCurrent && <span className={styles.note}>This browser</span>}
            </span>
            <span className={styles.note}>
              Used <Time at={session.seenAt} />
            </span>
            {!session.isCurrent && (
              <Button variant="subtle" onClick={() => end.mutate(session)} aria-label={`Sign out of ${browserName(session.client)}`}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </>
  );
}
