import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { useNames } from '../../kernel/session/use-names.ts';
import { Agent } from '../../kernel/signs/who.tsx';
import { countSoFar } from '../../kernel/words/count-words.ts';
import { ChangedLine } from './changed-line.tsx';
import type { ChangedInRun } from './group-changed.ts';
import styles from './home.module.css';
import { NewsLine } from './news-line.tsx';
import { TakeBackButton } from './take-back-button.tsx';
import type { TasksOfAgent } from './task-makers.ts';

/** Line for many tasks that one agent created, with a link to their list. */
export function TasksOfAgentLine({ of: { agentId, tasks, at }, isCut }: { of: TasksOfAgent; isCut: boolean }) {
  const { orgId } = useMembership();
  const { account } = useAccount();
  const name = useNames().agent(agentId) ?? 'Removed agent';
  return (
    <NewsLine
      who={<Agent name={name} person={undefined} />}
      at={at}
      way={
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Review the tasks of ${name}`}
          renderRoot={(props) => (
            <Link {...props} to="/$orgId/tasks" params={{ orgId }} search={{ assignee: account.email, source: 'agent' }} />
          )}
        >
          Review
        </Button>
      }
    >
      created {countSoFar(tasks.length, isCut, 'task')}
    </NewsLine>
  );
}

/** Line for a run of an agent that changed many items. Opening it shows a line for each item. */
export function ChangedInRunLine({ of: group, isCut }: { of: ChangedInRun; isCut: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { agent, person, run, items, created, changed, at } = group;
  return (
    <>
      <NewsLine
        who={<Agent name={agent.name} person={person?.name} />}
        at={at}
        way={
          <>
            <TakeBackButton agent={agent} run={run} isCut={isCut} />
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={isOpen}
              aria-label={`Review what ${agent.name} changed`}
              onClick={() => setOpen((is) => !is)}
            >
              {isOpen ? 'Close' : 'Review'}
            </Button>
          </>
        }
      >
        {[created > 0 && `created ${countSoFar(created, isCut, 'item')}`, changed > 0 && `changed ${countSoFar(changed, isCut, 'item')}`]
          .filter(Boolean)
          .join(', ')}
      </NewsLine>
      {isOpen && (
        <li className={styles.inner}>
          <ul aria-label={`Changed by ${agent.name}`}>
            {items.map((one) => (
              <ChangedLine key={one.item.id} changed={one} isCut={isCut} />
            ))}
          </ul>
        </li>
      )}
    </>
  );
}
