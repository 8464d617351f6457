import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useBindings } from '../kernel/keyboard/bindings.ts';
import { CreateButton } from '../kernel/keyboard/create-button.tsx';
import { Page } from '../kernel/layout/page.tsx';
import type { Column } from '../kernel/list/column.ts';
import { List } from '../kernel/list/list.tsx';
import { useMembership } from '../kernel/membership/membership.ts';
import { Time } from '../kernel/signs/time.tsx';
import { Empty } from '../kernel/states/empty.tsx';
import { ListStates } from '../kernel/states/list-states.tsx';
import { number } from '../kernel/words/count-words.ts';
import { accountToConnect } from './accounts/account-words.ts';
import { noteWords } from './note-words.ts';
import styles from './services.module.css';
import { StatusDot, statusWords } from './status.tsx';
import { type Connection, useConnections } from './use-connections.ts';

/** Connected services and their health. */
export function ServicesPage() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { data, error, refetch } = useConnections();
  const connect = () => void navigate({ to: '/$orgId/services/connect', params: { orgId } });
  const open = ({ connectionId }: Connection) => void navigate({ to: '/$orgId/services/$connectionId', params: { orgId, connectionId } });
  useBindings('Services', [{ keys: 'c', does: 'Connect service', run: connect }]);
  return (
    <Page title="Services" isFilled actions={<CreateButton label="Connect service" onClick={connect} />}>
      <ListStates
        of={{ rows: data?.connections, error, refetch }}
        empty={
          <Empty title="No services yet" action={<Button onClick={connect}>Connect service</Button>}>
            Connect an MCP server or an HTTP API. Its tools become available to agents, within the limits of their keys.
          </Empty>
        }
      >
        {(rows) => <List label="Services" rows={rows} columns={columns} keyOf={keyOf} versionOf={versionOf} onOpen={open} />}
      </ListStates>
    </Page>
  );
}

const keyOf = ({ connectionId }: Connection) => connectionId;
const versionOf = ({ name, status, toolsCount, heldCount, mine }: Connection) => `${name} ${status} ${toolsCount} ${heldCount} ${mine}`;

const columns: Column<Connection>[] = [
  {
    id: 'name',
    title: 'Service',
    width: 'minmax(120px, 2fr)',
    cell: ({ name, label, status }) => (
      <>
        <StatusDot of={status} />
        <span className={styles.cut} title={label === null ? name : `${name}, ${label}`}>
          {name} {label !== null && <span className={styles.dim}>{label}</span>}
        </span>
      </>
    ),
  },
  {
    id: 'status',
    title: 'State',
    width: 'minmax(132px, 1fr)',
    cell: (connection) => {
      const { status, statusNote } = connection;
      const words = statusWords(connection);
      const todo = accountToConnect(connection);
      return todo === undefined ? (
        <span className={styles.cut} data-status={status} title={statusNote === null ? words : noteWords(status, statusNote)}>
          {words}
        </span>
      ) : (
        <span className={styles.cut} data-status="needs_attention" title={todo}>
          {todo}
        </span>
      );
    },
  },
  { id: 'service', title: 'Prefix', width: 'minmax(96px, 1fr)', from: 760, cell: ({ service }) => <code>{service}__</code> },
  { id: 'kind', title: 'Type', width: '92px', from: 640, cell: ({ kind }) => kinds[kind] },
  {
    id: 'tools',
    title: 'Tools',
    width: '104px',
    from: 480,
    align: 'end',
    cell: ({ toolsCount, heldCount }) => (heldCount > 0 ? `${number(toolsCount)}, ${number(heldCount)} on hold` : number(toolsCount)),
  },
  {
    id: 'used',
    title: 'Used by',
    width: '96px',
    from: 560,
    cell: ({ visibility, sharedWith }) =>
      visibility === 'private' ? 'You' : (sharedWith?.map(({ name }) => name).join(', ') ?? 'Everyone'),
  },
  {
    id: 'listed',
    title: 'Refreshed',
    width: '96px',
    from: 480,
    align: 'end',
    cell: ({ catalogueAt }) => <Time at={catalogueAt} />,
  },
];

/** Kinds of connections. */
export const kinds: Record<Connection['kind'], string> = { 'mcp-http': 'MCP', 'mcp-stdio': 'MCP, program', openapi: 'HTTP API' };
