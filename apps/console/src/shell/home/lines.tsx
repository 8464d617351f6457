import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Agent } from '../../kernel/signs/who.tsx';
import { count, countSoFar, number } from '../../kernel/words/count-words.ts';
import { accountToConnect } from '../../services/accounts/account-words.ts';
import { Due, SourceSign, StatusSign } from '../../workspace/tasks/signs.tsx';
import { numberOf, type Task } from '../../workspace/tasks/task.ts';
import styles from './home.module.css';
import type { Refused } from './join-news.ts';
import { NewsLine } from './news-line.tsx';

export function TaskLine({ task, since }: { task: Task; since: number }) {
  const { orgId } = useMembership();
  return (
    <NewsLine
      who={
        <>
          <StatusSign status={task.status} />
          <span className={styles.number}>{numberOf(task)}</span>
          <SourceSign source={task.source} />
        </>
      }
      at={task.updatedAt}
      way={<Due task={task} />}
    >
      <span className={styles.dim}>{task.createdAt >= since ? 'New: ' : 'Changed: '}</span>
      <Link to="/$orgId/tasks" params={{ orgId }} search={{ task: task.taskId }}>
        {task.title}
      </Link>
    </NewsLine>
  );
}

/** An agent's version that a person must review before it is synced. // D72.8 */
export function SkillLine({ skill }: { skill: OutputOf<'browse_skills'>['skills'][number] }) {
  const { orgId } = useMembership();
  const { id, name, versionCount, updatedAt, by } = skill;
  return (
    <NewsLine who={by.agentId === null ? by.name : <Agent name={by.name ?? ''} person={undefined} />} at={updatedAt}>
      <Link to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: id }}>
        {name}
      </Link>
      <span className={styles.dim}> version {number(versionCount)} is waiting for review</span>
    </NewsLine>
  );
}

export function AccountLine({ connection }: { connection: OutputOf<'list_connections'>['connections'][number] }) {
  const { orgId } = useMembership();
  const { connectionId, service, name } = connection;
  return (
    <NewsLine who={service}>
      <Link to="/$orgId/services/$connectionId" params={{ orgId, connectionId }} search={{ tab: 'account' }}>
        {accountToConnect(connection)}
      </Link>
      <span className={styles.dim}> so that your agents can call {name}</span>
    </NewsLine>
  );
}

export function HeldLine({ connection }: { connection: OutputOf<'list_connections'>['connections'][number] }) {
  const { orgId } = useMembership();
  const { connectionId, service, heldCount } = connection;
  return (
    <NewsLine who={service}>
      <Link to="/$orgId/services/$connectionId" params={{ orgId, connectionId }} search={{ tab: 'held' }}>
        {count(heldCount, 'tool')}
      </Link>
      <span className={styles.dim}> on hold until someone reviews the changes</span>
    </NewsLine>
  );
}

interface RefusedLineProps {
  refused: Refused;
  since: number;
  isCut: boolean;
}

export function RefusedLine({ refused, since, isCut }: RefusedLineProps) {
  const { orgId } = useMembership();
  const { agent, person, tool, reason, calls, at } = refused;
  return (
    <NewsLine who={<Agent name={agent.name} person={person?.name} />} at={at}>
      <Link to="/$orgId/activity" params={{ orgId }} search={{ agentId: agent.id, reason, since, not: ['outcome:ok'] }}>
        {countSoFar(calls, isCut, 'call')} of {tool}
      </Link>{' '}
      <span className={styles.dim}>refused:</span> <span className={styles.refused}>{reason.replaceAll('_', ' ')}</span>
    </NewsLine>
  );
}
