import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Access } from '../../kernel/signs/access.tsx';
import { useNow } from '../../kernel/signs/now.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { count, countSoFar } from '../../kernel/words/count-words.ts';
import styles from './agents.module.css';
import { DirectTools } from './direct-tools.tsx';
import { EditLimits } from './edit-limits.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { type RotatedKey, RotateKey } from './rotate-key.tsx';
import { SearchChoice } from './search-choice.tsx';
import { type AgentRow, calledKey, isGood, type Key } from './use-agents.ts';

export interface KeyEntryProps {
  agent: AgentRow;
  of: Key;
  /** Undefined if another person creates the keys of the agent. */
  onRotated: ((made: RotatedKey) => void) | undefined;
}

/** A key without its secret, with its actions. */
export function KeyEntry({ agent, of: key, onRotated }: KeyEntryProps) {
  const works = isGood(key, useNow());
  const { personId } = useMembership();
  const [editing, setEditing] = useState<'limits' | 'tools'>();
  const close = () => setEditing(undefined);
  return (
    <div className={styles.key}>
      <div className={styles.line}>
        <span className={styles.name} title={key.name ?? undefined}>
          <code>{calledKey(key)}</code> {key.name}
        </span>
        <Access access={key.access} />
      </div>
      <div className={styles.below}>
        <Limits of={key} />
        {key.search === 'best' && <span>Search answers questions</span>}
        {key.directTools.length > 0 && <span>{count(key.directTools.length, 'direct tool')}</span>}
        <span>
          {key.lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Used <Time at={key.lastUsedAt} />
            </>
          )}
          {key.callsInWeek > 0 && `, ${countSoFar(key.callsInWeek, key.hasMoreCalls, 'call')} in 7 days`}
        </span>
        <Ending of={key} />
      </div>
      {works && editing === 'limits' && <EditLimits agent={agent} of={key} onClose={close} />}
      {works && editing === 'tools' && <DirectTools agent={agent} of={key} onClose={close} />}
      {works && editing === undefined && (
        <div className={styles.buttons}>
          <Button variant="default" aria-label={`Edit limits of ${calledKey(key)}`} onClick={() => setEditing('limits')}>
            Edit limits
          </Button>
          {(agent.personId === personId || key.directTools.length > 0) && (
            <Button variant="default" aria-label={`Direct tools of ${calledKey(key)}`} onClick={() => setEditing('tools')}>
              Direct tools
            </Button>
          )}
          {key.keyPrefix !== null && key.replacedBy === null && onRotated && <RotateKey of={key} onMade={onRotated} />}
          {agent.personId === personId && <SearchChoice of={key} />}
          <RevokeKey agent={agent} of={key} />
        </div>
      )}
    </div>
  );
}

function Limits({ of: { tools, connections, folders } }: { of: Key }) {
  const limits = [
    tools && count(tools.length, 'tool'),
    folders && count(folders.length, 'folder'),
    connections && (connections.length === 0 ? 'no services' : count(connections.length, 'service')),
  ].filter(Boolean);
  if (limits.length === 0) return null;
  return <span title={[...(tools ?? []), ...(connections ?? [])].join(', ')}>Limited to {limits.join(', ')}</span>;
}

function Ending({ of: { revokedAt, expiresAt, replacedBy } }: { of: Key }) {
  const isOver = expiresAt !== null && expiresAt <= useNow();
  if (revokedAt !== null)
    return (
      <span>
        Revoked <Time at={revokedAt} />
      </span>
    );
  if (expiresAt === null) return <span>Never expires</span>;
  return (
    <span>
      {endingWord(replacedBy, isOver)} <Time at={expiresAt} />
    </span>
  );
}

function endingWord(replacedBy: string | null, isOver: boolean): string {
  if (replacedBy === null) return isOver ? 'Expired' : 'Expires';
  return isOver ? 'Replaced, expired' : 'Replaced, expires';
}
