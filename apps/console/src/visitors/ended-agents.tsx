import { Checkbox } from '@mantine/core';
import { Time } from '../signs/time.tsx';
import type { Told } from './use-link.tsx';
import styles from './visitor-page.module.css';

interface EndedAgentsProps {
  agents: Told['agents'];
  /** Those that go on where the others end; undefined while all go on. */
  kept: string[] | undefined;
  onChange: (kept: string[] | undefined) => void;
}

/** What acts as this account: it goes on, unless somebody else may have made some of it (D55). */
export function EndedAgents({ agents, kept, onChange }: EndedAgentsProps) {
  if (agents.length === 0) return null;
  return (
    <div className={styles.kept}>
      <Checkbox
        label="End programs and clients that act as me"
        description="If somebody else may have used this account. Each sees what you see until it ends."
        checked={kept !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : undefined)}
      />
      <Checkbox.Group
        label="They act as you"
        description={kept ? 'Tick what is yours and goes on. All else ends.' : 'All of it goes on.'}
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
                  {name}, {kind === 'mcp' ? 'a client' : 'a program'} in {organization}, {lastUsedAt === null ? 'made' : 'used'}{' '}
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
