import { Checkbox } from '@mantine/core';
import { Time } from '../../kernel/signs/time.tsx';
import type { Told } from './use-link.tsx';
import styles from './visitor-page.module.css';

interface EndedAgentsProps {
  agents: Told['agents'];
  /** Agents that keep working while the others end. Undefined if all keep working. */
  kept: string[] | undefined;
  onChange: (kept: string[] | undefined) => void;
}

/** Agents of this account. They keep working, unless another person may have created some of them. // D55 */
export function EndedAgents({ agents, kept, onChange }: EndedAgentsProps) {
  if (agents.length === 0) return null;
  return (
    <div className={styles.kept}>
      <Checkbox
        label="Revoke the programs and clients that act as me"
        description="Choose this if someone else may have used your account. Each of them sees what you see until it's revoked."
        checked={kept !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : undefined)}
      />
      <Checkbox.Group
        label="Programs and clients that act as you"
        description={kept ? 'Select the ones to keep. The others are revoked.' : 'All of them are kept.'}
        value={kept ?? agents.map(({ id }) => id)}
        onChange={onChange}
      >
        <div className={styles.kept}>
          {agents.map(({ id, name, kind, organization, createdAt, lastUsedAt }) => (
            <Checkbox
              key={id}
              value={id}
              disabled={kept === undefined}
              label={
                <>
                  {name}, {kind === 'mcp' ? 'a client' : 'a program'} in {organization}, {lastUsedAt === null ? 'created' : 'used'}{' '}
                  <Time at={lastUsedAt ?? createdAt} />
                </>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}
