import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fact, Facts, Section, SidePanel } from '../frame/side-panel.tsx';
import { useMembership } from '../session/membership.ts';
import { useNow } from '../signs/now.ts';
import { Time } from '../signs/time.tsx';
import { Agent, Person } from '../signs/who.tsx';
import styles from './agents.module.css';
import { KeyEntry } from './key-entry.tsx';
import { type AgentRow, isGood } from './use-agents.ts';

/** An agent with its keys: those that work first. */
export function AgentPanel({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  const { orgId } = useMembership();
  const now = useNow();
  const good = agent.keys.filter((key) => isGood(key, now));
  const ended = agent.keys.filter((key) => !isGood(key, now));
  return (
    <SidePanel title={<Agent name={agent.name} person={agent.person} />} onClose={onClose}>
      <Section title="Agent">
        <Facts>
          <Fact name="Works for">
            <Person name={agent.person ?? 'a removed person'} />
          </Fact>
          <Fact name="Last call">
            <Time at={agent.lastUsedAt} />
          </Fact>
        </Facts>
        <div className={styles.buttons}>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/$orgId/activity" params={{ orgId }} search={{ agentId: agent.id }} />}
          >
            Its calls
          </Button>
        </div>
      </Section>
      <Section title={good.length === 0 ? 'No key works' : 'Keys'}>
        {good.map((key) => (
          <KeyEntry key={key.keyId} agent={agent} of={key} />
        ))}
      </Section>
      {ended.length > 0 && (
        <Section title="Ended keys">
          {ended.map((key) => (
            <KeyEntry key={key.keyId} agent={agent} of={key} />
          ))}
        </Section>
      )}
    </SidePanel>
  );
}
