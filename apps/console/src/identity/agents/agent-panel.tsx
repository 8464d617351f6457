import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { useFocusHere } from '../../kernel/layout/focus-here.ts';
import { Fact, Facts, Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useNow } from '../../kernel/signs/now.ts';
import { Time } from '../../kernel/signs/time.tsx';
import { Agent, Person } from '../../kernel/signs/who.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { SinceMenu } from '../../workspace/offers/since-menu.tsx';
import styles from './agents.module.css';
import { callsSoFar } from './calls-so-far.ts';
import { FirstCall } from './first-call.tsx';
import { KeyEntry } from './key-entry.tsx';
import { RemoveAgent } from './remove-agent.tsx';
import { AgentNameField } from './rename-agent.tsx';
import type { RotatedKey } from './rotate-key.tsx';
import { type AgentRow, isGood, useKeysOf } from './use-agents.ts';
import { useMayMakeKeysFor } from './use-key-making.ts';
import { WhyNot } from './why-not.tsx';

/** Panel of an agent with its keys, active keys first. */
export function AgentPanel({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  const { orgId } = useMembership();
  return (
    <SidePanel title={<Agent name={agent.name} person={agent.ownerName} />} onClose={onClose}>
      <Section title="Agent">
        <Facts>
          <Fact name="Name">
            <AgentNameField agent={agent} />
          </Fact>
          <Fact name="Works for">
            <Person name={agent.ownerName} email={agent.ownerEmail} />
          </Fact>
          <Fact name="Connected">
            <Time at={agent.createdAt} />
          </Fact>
          <Fact name="Last call">
            <Time at={agent.lastUsedAt} />
          </Fact>
          <Fact name="Calls (7 days)">{callsSoFar(agent)}</Fact>
        </Facts>
        <div className={styles.buttons}>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/$orgId/activity" params={{ orgId }} search={{ agentId: agent.id }} />}
          >
            Activity
          </Button>
          {agent.kind === 'mcp' && (
            <Button variant="default" renderRoot={(props) => <Link {...props} to="/$orgId/agents/attempts" params={{ orgId }} />}>
              Sign-in
            </Button>
          )}
          <SinceMenu
            title="Take back"
            variant="default"
            everything={{ title: 'Since it was connected', since: agent.createdAt }}
            whose={{ agentId: agent.id }}
          />
          <RemoveAgent agent={agent} onRemoved={onClose} />
        </div>
      </Section>
      <Keys agent={agent} />
    </SidePanel>
  );
}

function Keys({ agent }: { agent: AgentRow }) {
  const { keys, error, more, hasNextPage } = useKeysOf(agent.id);
  const { orgId } = useMembership();
  const mayMake = useMayMakeKeysFor(agent.personId) && agent.kind !== 'mcp';
  const now = useNow();
  // Kept here because the replaced key can leave the list immediately.
  const [rotated, setRotated] = useState<RotatedKey>();
  if (error) return <Failed error={error} />;
  if (!keys) return null;
  const good = keys.filter((key) => isGood(key, now));
  const ended = keys.filter((key) => !isGood(key, now));
  return (
    <>
      <Section
        title={good.length === 0 ? 'No active keys' : 'Active keys'}
        action={
          mayMake && (
            <Button
              variant="subtle"
              size="compact-xs"
              renderRoot={(props) => <Link {...props} to="/$orgId/agents/connect" params={{ orgId }} search={{ agentId: agent.id }} />}
            >
              Create key
            </Button>
          )
        }
      >
        {rotated && <Rotated key={rotated.keyId} made={rotated} />}
        {good.map((key) => (
          <KeyEntry key={key.keyId} agent={agent} of={key} onRotated={mayMake ? setRotated : undefined} />
        ))}
      </Section>
      {ended.length > 0 && (
        <Section title="Inactive keys">
          {ended.map((key) => (
            <KeyEntry key={key.keyId} agent={agent} of={key} onRotated={mayMake ? setRotated : undefined} />
          ))}
        </Section>
      )}
      {keys[0] && (
        <Section title="Check access">
          <WhyNot keys={[...good, ...ended]} />
        </Section>
      )}
      {hasNextPage && (
        <Button variant="default" onClick={more}>
          More keys
        </Button>
      )}
    </>
  );
}

function Rotated({ made }: { made: RotatedKey }) {
  const now = useNow();
  const news = useFocusHere<HTMLParagraphElement>();
  return (
    <div className={styles.made}>
      <p {...news}>
        This is the new key. Copy it now: you won't see it again.{' '}
        {made.replacedUntil > now ? (
          <>
            The old key expires <Time at={made.replacedUntil} />.
          </>
        ) : (
          'The old key no longer works.'
        )}
      </p>
      <CodeBlock text={made.key} what="the new key" />
      <FirstCall keyId={made.keyId} />
    </div>
  );
}
