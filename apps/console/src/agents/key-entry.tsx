import { Button, Popover } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../calls/call.ts';
import { sayDone, sayFailed } from '../notices/notices.ts';
import { useMembership } from '../session/membership.ts';
import { Access } from '../signs/access.tsx';
import { useNow } from '../signs/now.ts';
import { Time } from '../signs/time.tsx';
import { messageOf } from '../states/failed.tsx';
import { count } from '../words/count-words.ts';
import styles from './agents.module.css';
import { CodeBlock } from './code-block.tsx';
import { type AgentRow, isGood, type Key } from './use-agents.ts';

/** A key without its secret, and what can be done with it. */
export function KeyEntry({ agent, of: key }: { agent: AgentRow; of: Key }) {
  const { orgId, personId } = useMembership();
  const queries = useQueryClient();
  const now = useNow();
  const works = isGood(key, now);
  const rotate = useMutation({
    mutationFn: () => call(orgId, 'rotate_key', { keyId: key.keyId }),
    onError: (error) => sayFailed(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] }),
  });
  const limits = [
    key.tools && count(key.tools.length, 'tool'),
    key.connections && (key.connections.length === 0 ? 'no services' : count(key.connections.length, 'service')),
  ].filter(Boolean);
  return (
    <div className={styles.key}>
      <div className={styles.line}>
        <span className={styles.name}>
          <code>{key.keyPrefix}…</code> {key.name}
        </span>
        <Access access={key.access} />
      </div>
      <div className={styles.below}>
        {limits.length > 0 && <span title={[...(key.tools ?? []), ...(key.connections ?? [])].join(', ')}>only {limits.join(', ')}</span>}
        <span>
          used <Time at={key.lastUsedAt} />
        </span>
        <Ending of={key} />
      </div>
      {works && (
        <div className={styles.buttons}>
          {agent.personId === personId && key.replacedBy === null && (
            <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
              Rotate
            </Button>
          )}
          <RevokeKey agent={agent} of={key} />
        </div>
      )}
      {rotate.data && (
        <div className={styles.made} role="status">
          <p>
            The new key, shown this once. The old one goes on until <Time at={rotate.data.replacedUntil} />.
          </p>
          <CodeBlock text={rotate.data.key} what="the new key" />
        </div>
      )}
    </div>
  );
}

function Ending({ of: { revokedAt, expiresAt, replacedBy } }: { of: Key }) {
  if (revokedAt !== null)
    return (
      <span>
        revoked <Time at={revokedAt} />
      </span>
    );
  if (expiresAt === null) return <span>does not end</span>;
  return (
    <span>
      {replacedBy === null ? 'ends' : 'replaced, ends'} <Time at={expiresAt} />
    </span>
  );
}

/** Asks once, because it cannot be taken back, and says what stops. */
function RevokeKey({ agent, of: key }: { agent: AgentRow; of: Key }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(orgId, 'revoke_key', { keyId: key.keyId }),
    onSuccess: () => sayDone(`The key ${key.keyPrefix}… of ${agent.name} is revoked.`),
    onError: (error) => sayFailed(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] }),
  });
  return (
    <Popover width={300} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button variant="default">Revoke</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.ask}>
          <p>
            The next call of {agent.name} with {key.keyPrefix}… is refused, and what it has open ends. This cannot be taken back.
          </p>
          <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke key
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
