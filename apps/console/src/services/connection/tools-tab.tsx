import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useRows } from '../../kernel/calls/pages.ts';
import { Split } from '../../kernel/layout/side-panel.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Access } from '../../kernel/signs/access.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { LeftOutList } from '../left-out-list.tsx';
import shared from '../services.module.css';
import type { ConnectionDetails, ToolRow } from '../use-connections.ts';
import styles from './connection.module.css';
import { HiddenInTool } from './hidden-in-tool.tsx';
import { inNaturalOrder } from './natural-order.ts';
import { ToolPanel } from './tool-panel.tsx';

const route = getRouteApi('/$orgId/services/$connectionId');
const searchAfterMs = 200;

/** All tools of a service, with one open tool at the side. */
export function ToolsTab({ connection }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const { connectionId, leftOut = [] } = connection;
  const navigate = useNavigate();
  const { tool: openName } = route.useSearch();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), searchAfterMs);
  const tools = useRows(orgId, 'list_connection_tools', { connectionId, ...(query !== '' && { query }) }, 'tools');
  const total = tools.firstPage?.toolsCount ?? 0;
  const first = tools.firstPage?.tools.length ?? 0;
  const rows = useMemo(() => tools.rows && inNaturalOrder(tools.rows, first), [tools.rows, first]);
  const open = useCallback(
    (tool?: string) =>
      void navigate({
        to: '/$orgId/services/$connectionId',
        params: { orgId, connectionId },
        search: tool === undefined ? {} : { tool },
      }),
    [navigate, orgId, connectionId],
  );
  const isUnlisted = connection.accounts !== null && connection.catalogueAt === null;
  const none = isUnlisted ? 'Tools appear when the first account is connected.' : 'No matching tools.';
  const opened = tools.rows?.find(({ name }) => name === openName);
  return (
    <Split>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextInput
            aria-label="Find a tool"
            placeholder="Find a tool"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {leftOut.length > 0 && <LeftOutList of={leftOut} />}
          {tools.firstPage && <HiddenInTool tool={tools.firstPage} />}
        </div>
        <ListStates of={{ ...tools, rows }}>
          {(rows) => (
            <List
              label="Tools"
              rows={rows}
              total={total}
              columns={columns}
              keyOf={keyOf}
              versionOf={versionOf}
              openKey={opened?.name}
              onOpen={({ name }) => open(name)}
              onEndNear={tools.more}
              foot={rows.length === 0 ? none : total > rows.length ? `${count(total, 'tool')} in total` : undefined}
            />
          )}
        </ListStates>
      </div>
      {opened && <ToolPanel key={opened.name} connection={connection} tool={opened} onClose={() => open()} />}
    </Split>
  );
}

const keyOf = ({ name }: ToolRow) => name;
const versionOf = ({ definitionHash, mode, isOff }: ToolRow) => `${definitionHash} ${mode} ${isOff}`;

const columns: Column<ToolRow>[] = [
  {
    id: 'name',
    title: 'Tool',
    width: 'minmax(140px, 1.4fr)',
    cell: ({ name, isOff }) => (
      <code className={shared.cut} data-off={isOff || undefined} title={name}>
        {name}
      </code>
    ),
  },
  { id: 'mode', title: 'Mode', width: '56px', cell: ({ mode }) => <Access access={mode} /> },
  {
    id: 'state',
    title: 'State',
    width: '92px',
    cell: (tool) => {
      const state = stateOf(tool);
      return state === undefined ? null : (
        <span className={shared.cut} data-status={tool.heldFor ? 'held' : 'paused'}>
          {state}
        </span>
      );
    },
  },
  {
    id: 'description',
    title: 'Description',
    width: 'minmax(140px, 2fr)',
    from: 620,
    cell: ({ description }) => (
      <span className={shared.cut} title={description.slice(0, 500)}>
        {description.slice(0, 300)}
      </span>
    ),
  },
];

function stateOf({ heldFor, isOff, markedMode }: ToolRow): string | undefined {
  if (heldFor) return heldFor === 'new' ? 'On hold: new' : 'On hold';
  if (isOff) return 'Off';
  return markedMode === null ? undefined : 'Custom';
}
