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
import { servicesPage as strings } from './strings.ts';
import { type Connection, useConnections } from './use-connections.ts';

/** What is connected, and how it does. */
export function ServicesPage() {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { data, error, refetch } = useConnections();
  const connect = () => void navigate({ to: '/$orgId/services/connect', params: { orgId } });
  const open = ({ connectionId }: Connection) => void navigate({ to: '/$orgId/services/$connectionId', params: { orgId, connectionId } });
  useBindings(strings.services, [{ keys: 'c', does: strings.connectService, run: connect }]);
  return (
    <Page title={strings.services} isFilled actions={<CreateButton label={strings.connectService} onClick={connect} />}>
      <ListStates
        of={{ rows: data?.connections, error, refetch }}
        empty={
          <Empty title={strings.noServicesYet} action={<Button onClick={connect}>{strings.connectService}</Button>}>
            {strings.connectMcpServerOrHttp}
          </Empty>
        }
      >
        {(rows) => <List label={strings.services} rows={rows} columns={columns} keyOf={keyOf} versionOf={versionOf} onOpen={open} />}
      </ListStates>
    </Page>
  );
}

const keyOf = ({ connectionId }: Connection) => connectionId;
const versionOf = ({ name, status, toolsCount, heldCount, mine }: Connection) => `${name} ${status} ${toolsCount} ${heldCount} ${mine}`;

const columns: Column<Connection>[] = [
  {
    id: 'name',
    title: strings.service,
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
    title: strings.state,
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
  { id: 'service', title: strings.prefix, width: 'minmax(96px, 1fr)', from: 760, cell: ({ service }) => <code>{service}__</code> },
  { id: 'kind', title: strings.type, width: '92px', from: 640, cell: ({ kind }) => kinds[kind] },
  {
    id: 'tools',
    title: strings.tools,
    width: '104px',
    from: 480,
    align: 'end',
    cell: ({ toolsCount, heldCount }) => (heldCount > 0 ? strings.onHold(number(toolsCount), number(heldCount)) : number(toolsCount)),
  },
  {
    id: 'used',
    title: strings.usedBy,
    width: '96px',
    from: 560,
    cell: ({ visibility }) => (visibility === 'private' ? strings.you : strings.everyone),
  },
  {
    id: 'listed',
    title: strings.refreshed,
    width: '96px',
    from: 480,
    align: 'end',
    cell: ({ catalogueAt }) => <Time at={catalogueAt} />,
  },
];

/** What a connection is, in a word. */
export const kinds: Record<Connection['kind'], string> = { 'mcp-http': 'MCP', 'mcp-stdio': 'MCP, program', openapi: 'HTTP API' };
