import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Agent } from '../../kernel/signs/who.tsx';
import { ChangedLine } from './changed-line.tsx';
import type { ChangedByAgent } from './group-changed.ts';
import styles from './home.module.css';
import { NewsLine } from './news-line.tsx';
import { agentLines as strings } from './strings.ts';
import { TakeBackButton } from './take-back-button.tsx';
import type { TasksOfAgent } from './task-makers.ts';

/** Many tasks that one agent created: the list of them is a click away. */
export function TasksOfAgentLine({ of: { agentId, tasks, at } }: { of: TasksOfAgent }) {
  const { orgId } = useMembership();
  const { account } = useAccount();
  const name = useNames().agent(agentId) ?? strings.removedAgent;
  return (
    <NewsLine
      who={<Agent name={name} person={undefined} />}
      at={at}
      way={
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={strings.reviewTasks(name)}
          renderRoot={(props) => (
            <Link {...props} to="/$orgId/tasks" params={{ orgId }} search={{ assignee: account.email, source: 'agent' }} />
          )}
        >
          {strings.review}
        </Button>
      }
    >
      {strings.createdTasks(tasks.length)}
    </NewsLine>
  );
}

/** Much that one agent did to items, as one line until it is opened. */
export function ChangedByAgentLine({ of: group, since }: { of: ChangedByAgent; since: number }) {
  const [isOpen, setOpen] = useState(false);
  const { agent, person, items, created, changed, at } = group;
  return (
    <>
      <NewsLine
        who={<Agent name={agent.name} person={person?.name} />}
        at={at}
        way={
          <>
            <TakeBackButton agentId={agent.id} since={since} label={strings.takeBackAll(agent.name)} />
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={isOpen}
              aria-label={strings.reviewItems(agent.name)}
              onClick={() => setOpen((is) => !is)}
            >
              {isOpen ? strings.close : strings.review}
            </Button>
          </>
        }
      >
        {strings.didMuch(created, changed)}
      </NewsLine>
      {isOpen && (
        <li className={styles.inner}>
          <ul aria-label={strings.itemsOf(agent.name)}>
            {items.map((one) => (
              <ChangedLine key={one.item.id} changed={one} since={since} />
            ))}
          </ul>
        </li>
      )}
    </>
  );
}
