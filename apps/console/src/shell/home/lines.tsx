import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Agent } from '../../kernel/signs/who.tsx';
import { codeInText } from '../../kernel/words/code-words.ts';
import { countSoFar } from '../../kernel/words/count-words.ts';
import { accountToConnect } from '../../services/accounts/account-words.ts';
import styles from './home.module.css';
import type { Refused } from './join-news.ts';
import { NewsLine } from './news-line.tsx';

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
      <span className={styles.dim}>refused:</span> <span className={styles.refused}>{codeInText(reason)}</span>
    </NewsLine>
  );
}
