import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { usePagesAhead } from '../../kernel/calls/pages-ahead.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { CreateButton } from '../../kernel/keyboard/create-button.tsx';
import { Page } from '../../kernel/layout/page.tsx';
import { Split } from '../../kernel/layout/side-panel.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { partCode } from '../../kernel/loading/page-code.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Agent, Person } from '../../kernel/signs/who.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { count } from '../../kernel/words/count-words.ts';
import styles from './agents.module.css';
import { callsSoFar } from './calls-so-far.ts';
import { type AgentRow, useAgents } from './use-agents.ts';

// Loaded on click: for most people the list of agents is the first page.
const AgentPanel = partCode(() => import('./agent-panel.tsx'), 'AgentPanel');

const route = getRouteApi('/$orgId/agents');

/** Agents with their people and keys. */
export function AgentsPage() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { agent: openId } = route.useSearch();
  const agents = useAgents();
  const setOpenId = useCallback(
    (agent?: string) => void navigate({ to: '/$orgId/agents', params: { orgId }, search: agent === undefined ? {} : { agent } }),
    [navigate, orgId],
  );
  const connect = () => void navigate({ to: '/$orgId/agents/connect', params: { orgId } });
  useBindings('Agents', [{ keys: 'c', does: 'Connect agent', run: connect }]);
  const open = agents.rows?.find(({ id }) => id === openId);
  // The agent in the address can be further down in the list.
  usePagesAhead(openId !== undefined && !open, agents);
  return (
    <Page title="Agents" isFilled actions={<CreateButton label="Connect agent" onClick={connect} />}>
      <ListStates
        of={agents}
        empty={
          <Empty title="No agents yet" action={<Button onClick={connect}>Connect agent</Button>}>
            An agent is a program or an assistant that works for a person. It sees what that person sees, and the activity log shows every
            call it makes.
          </Empty>
        }
      >
        {(rows) => (
          <Split>
            <List
              label="Agents"
              rows={rows}
              columns={columns}
              keyOf={keyOf}
              versionOf={versionOf}
              openKey={openId}
              onOpen={({ id }) => setOpenId(id)}
              onEndNear={agents.more}
            />
            {open && (
              <Suspense>
                <AgentPanel key={open.id} agent={open} onClose={() => setOpenId()} />
              </Suspense>
            )}
          </Split>
        )}
      </ListStates>
    </Page>
  );
}

const keyOf = ({ id }: AgentRow) => id;
const versionOf = ({ name, keyCount }: AgentRow) => `${name} ${keyCount}`;

const columns: Column<AgentRow>[] = [
  {
    id: 'name',
    title: 'Agent',
    width: 'minmax(140px, 2fr)',
    cell: ({ name, ownerName, keyCount }) => (
      <>
        <StateDot state={keyCount > 0 ? 'on' : 'off'} />
        <Agent name={name} person={ownerName} />
      </>
    ),
  },
  {
    id: 'owner',
    title: 'Works for',
    width: 'minmax(100px, 1fr)',
    from: 500,
    cell: ({ ownerName, ownerEmail }) => <Person name={ownerName} email={ownerEmail} />,
  },
  {
    id: 'keys',
    title: 'Keys',
    width: '84px',
    cell: ({ keyCount }) => (keyCount > 0 ? count(keyCount, 'key') : <span className={styles.dim}>None active</span>),
  },
  {
    id: 'week',
    title: 'Calls (7 days)',
    width: '104px',
    from: 640,
    align: 'end',
    cell: (agent) => <span className={agent.callsInWeek > 0 || agent.hasMoreCalls ? undefined : styles.dim}>{callsSoFar(agent)}</span>,
  },
  { id: 'used', title: 'Last call', width: '104px', align: 'end', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
];
