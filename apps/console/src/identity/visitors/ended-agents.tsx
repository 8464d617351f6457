import { Checkbox } from '@mantine/core';
import { Time } from '../../kernel/signs/time.tsx';
import { endedAgents as strings } from '../strings.ts';
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
        label={strings.revokeProgramsAndClientsThat}
        description={strings.chooseThisIfSomeoneElse}
        checked={kept !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? [] : undefined)}
      />
      <Checkbox.Group
        label={strings.programsAndClientsThatAct}
        description={kept ? strings.selectOnesToKeep : strings.allOfThemAreKept}
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
                  {name}, {kind === 'mcp' ? strings.client : strings.program} {strings.in(organization)}{' '}
                  {lastUsedAt === null ? strings.created : strings.used} <Time at={lastUsedAt ?? createdAt} />
                </>
              }
            />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}
