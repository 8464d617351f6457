import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { count } from '../../kernel/words/count-words.ts';
import { timeSpan } from '../../kernel/words/time-words.ts';
import { type Run, runsOf } from './runs.ts';
import type { Whose } from './search.ts';

const maxRuns = 5;
/** Maximum calls searched for runs. They load when the menu opens. */
const maxCalls = 500;

interface RunItemsProps {
  whose: Whose;
  onChoose: (run: Run) => void;
}

/** Menu items for the latest runs of an agent, a person or a key. */
export function RunItems({ whose, onChoose }: RunItemsProps) {
  const { orgId } = useMembership();
  const { data, isPending } = useQuery({ ...toolQuery(orgId, 'list_activity', { ...whose, limit: maxCalls }), staleTime: 0 });
  if (isPending) return <Menu.Label>Looking for runs…</Menu.Label>;
  const runs = data ? runsOf(data.activity, data.nextCursor !== null).slice(0, maxRuns) : [];
  if (runs.length === 0) return null;
  return (
    <>
      <Menu.Label>Latest runs</Menu.Label>
      {runs.map((run) => (
        <Menu.Item key={run.since} onClick={() => onChoose(run)} rightSection={count(run.changes, 'change')}>
          {timeSpan(run.since, run.until, Date.now())}
        </Menu.Item>
      ))}
      <Menu.Label>All changes</Menu.Label>
    </>
  );
}
