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
import { number } from '../../kernel/words/count-words.ts';
import { SinceMenu } from '../../workspace/offers/since-menu.tsx';
import { agentPanel as strings } from '../strings.ts';
import styles from './agents.module.css';
import { FirstCall } from './first-call.tsx';
import { KeyEntry } from './key-entry.tsx';
import { RemoveAgent } from './remove-agent.tsx';
import { AgentNameField } from './rename-agent.tsx';
import type { RotatedKey } from './rotate-key.tsx';
import { type AgentRow, isGood, useKeysOf } from './use-agents.ts';
import { useMayMakeKeysFor } from './use-key-making.ts';
import { WhyNot } from './why-not.tsx';

/** An agent with its keys: those that work first. */
export function AgentPanel({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  const { orgId } = useMembership();
  return (
    <SidePanel title={<Agent name={agent.name} person={agent.ownerName} />} onClose={onClose}>
      <Section title={strings.agent}>
        <Facts>
          <Fact name={strings.name}>
            <AgentNameField agent={agent} />
          </Fact>
          <Fact name={strings.worksFor}>
            <Person name={agent.ownerName} email={agent.ownerEmail} />
          </Fact>
          <Fact name={strings.connected}>
            <Time at={agent.createdAt} />
          </Fact>
          <Fact name={strings.lastCall}>
            <Time at={agent.lastUsedAt} />
          </Fact>
          <Fact name={strings.calls7Days}>{number(agent.callsInWeek)}</Fact>
        </Facts>
        <div className={styles.buttons}>
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/$orgId/activity" params={{ orgId }} search={{ agentId: agent.id }} />}
          >
            {strings.activity}
          </Button>
          {agent.kind === 'mcp' && (
            <Button variant="default" renderRoot={(props) => <Link {...props} to="/$orgId/agents/attempts" params={{ orgId }} />}>
              {strings.signIn}
            </Button>
          )}
          <SinceMenu
            title={strings.takeBack}
            variant="default"
            everything={{ title: strings.sinceItWasConnected, since: agent.createdAt }}
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
  // Kept here: the key that it replaces may leave the list at once.
  const [rotated, setRotated] = useState<RotatedKey>();
  if (error) return <Failed error={error} />;
  if (!keys) return null;
  const good = keys.filter((key) => isGood(key, now));
  const ended = keys.filter((key) => !isGood(key, now));
  return (
    <>
      <Section
        title={good.length === 0 ? strings.noActiveKeys : strings.activeKeys}
        action={
          mayMake && (
            <Button
              variant="subtle"
              size="compact-xs"
              renderRoot={(props) => <Link {...props} to="/$orgId/agents/connect" params={{ orgId }} search={{ agentId: agent.id }} />}
            >
              {strings.createKey}
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
        <Section title={strings.inactiveKeys}>
          {ended.map((key) => (
            <KeyEntry key={key.keyId} agent={agent} of={key} onRotated={mayMake ? setRotated : undefined} />
          ))}
        </Section>
      )}
      {keys[0] && (
        <Section title={strings.checkAccess}>
          <WhyNot keys={[...good, ...ended]} />
        </Section>
      )}
      {hasNextPage && (
        <Button variant="default" onClick={more}>
          {strings.moreKeys}
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
        {strings.thisIsNewKey}{' '}
        {made.replacedUntil > now ? (
          <>
            {strings.oldKeyExpires} <Time at={made.replacedUntil} />.
          </>
        ) : (
          strings.oldKeyNoLongerWorks
        )}
      </p>
      <CodeBlock text={made.key} what={strings.newKey} />
      <FirstCall keyId={made.keyId} />
    </div>
  );
}
