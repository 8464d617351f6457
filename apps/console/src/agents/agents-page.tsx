import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../frame/page.tsx';
import { Split } from '../frame/side-panel.tsx';
import { useBindings } from '../keyboard/bindings.ts';
import { Keys } from '../keyboard/keys.tsx';
import type { Column } from '../list/column.ts';
import { List } from '../list/list.tsx';
import { useMembership } from '../session/membership.ts';
import { Access } from '../signs/access.tsx';
import { useNow } from '../signs/now.ts';
import { StateDot } from '../signs/state-dot.tsx';
import { Time } from '../signs/time.tsx';
import { Agent, Person } from '../signs/who.tsx';
import { Empty } from '../states/empty.tsx';
import { Failed } from '../states/failed.tsx';
import { FirstRows } from '../states/first-rows.tsx';
import { count } from '../words/count-words.ts';
import { AgentPanel } from './agent-panel.tsx';
import styles from './agents.module.css';
import { type AgentRow, isGood, useAgents } from './use-agents.ts';

/** Who may act here: agents, their people and their keys. */
export function AgentsPage() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { rows, error, refetch } = useAgents();
  const [openId, setOpenId] = useState<string>();
  const connect = () => void navigate({ to: '/$orgId/agents/connect', params: { orgId } });
  useBindings('Agents', [{ keys: 'c', does: 'Connect agent', run: connect }]);
  const open = rows?.find(({ id }) => id === openId);
  return (
    <Page
      title="Agents"
      isFilled
      actions={
        <Button onClick={connect} rightSection={<Keys keys="c" />}>
          Connect agent
        </Button>
      }
    >
      {!rows && !error && <FirstRows />}
      {error && <Failed error={error} onRetry={refetch} />}
      {rows?.length === 0 && (
        <Empty title="No agents yet" action={<Button onClick={connect}>Connect agent</Button>}>
          An agent is a program or an assistant that works for a person here. It sees what its person sees, and every call it makes is in
          the activity log.
        </Empty>
      )}
      {rows && rows.length > 0 && (
        <Split>
          <List
            label="Agents"
            rows={rows}
            columns={columns}
            keyOf={keyOf}
            versionOf={versionOf}
            openKey={openId}
            onOpen={({ id }) => setOpenId(id)}
          />
          {open && <AgentPanel key={open.id} agent={open} onClose={() => setOpenId(undefined)} />}
        </Split>
      )}
    </Page>
  );
}

const keyOf = ({ id }: AgentRow) => id;
const versionOf = ({ name, keys }: AgentRow) => `${name} ${keys.map(({ keyId, revokedAt }) => `${keyId}${revokedAt ?? ''}`)}`;

const columns: Column<AgentRow>[] = [
  { id: 'name', title: 'Agent', width: 'minmax(140px, 2fr)', cell: (row) => <Name row={row} /> },
  {
    id: 'owner',
    title: 'Owner',
    width: 'minmax(100px, 1fr)',
    from: 560,
    cell: ({ person }) => <Person name={person ?? 'a removed person'} />,
  },
  { id: 'access', title: 'Access', width: '56px', from: 480, cell: (row) => <Strongest row={row} /> },
  { id: 'keys', title: 'Keys', width: '84px', cell: (row) => <GoodKeys row={row} /> },
  {
    id: 'used',
    title: 'Last call',
    width: '104px',
    align: 'end',
    cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
  },
];

function Name({ row }: { row: AgentRow }) {
  const now = useNow();
  return (
    <>
      <StateDot state={row.keys.some((key) => isGood(key, now)) ? 'on' : 'off'} />
      <Agent name={row.name} person={row.person} />
    </>
  );
}

/** What its good keys may do, at most. */
function Strongest({ row }: { row: AgentRow }) {
  const now = useNow();
  const good = row.keys.filter((key) => isGood(key, now));
  if (good.length === 0) return null;
  return <Access access={good.some(({ access }) => access === 'write') ? 'write' : 'read'} />;
}

function GoodKeys({ row }: { row: AgentRow }) {
  const now = useNow();
  const good = row.keys.filter((key) => isGood(key, now)).length;
  if (good > 0) return count(good, 'key');
  return <span className={styles.dim}>{row.keys.length === 0 ? 'none' : 'ended'}</span>;
}
