import { Checkbox, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { count } from '../../kernel/words/count-words.ts';
import { CheckGroup } from './check-group.tsx';
import type { ChosenLimits } from './chosen-limits.ts';
import { FoldersField } from './folders-field.tsx';
import styles from './limits-field.module.css';
import { workspaceTools } from './workspace-tools.ts';

type Connection = OutputOf<'list_connections'>['connections'][number];

interface LimitsFieldProps {
  access: 'read' | 'write';
  limits: ChosenLimits;
  onChange: (limits: ChosenLimits) => void;
  /** Shown unfolded from the start. */
  isOpen?: boolean;
}

/** Limits of a key, collapsed while there are none. */
export function LimitsField({ access, limits, onChange, isOpen = false }: LimitsFieldProps) {
  const { orgId } = useMembership();
  const connections = useQuery(toolQuery(orgId, 'list_connections', {})).data?.connections ?? [];
  const groups = workspaceTools(access);
  const all = groups.flatMap(([, names]) => names);
  return (
    <details className={styles.limits} open={isOpen}>
      <summary>
        Limits: <span className={styles.dim}>{sayLimits(limits, all.length)}</span>
      </summary>
      <div className={styles.open}>
        <fieldset className={styles.part}>
          <legend>Workspace tools</legend>
          <SegmentedControl
            aria-label="Workspace tools"
            value={limits.tools ? 'some' : 'all'}
            onChange={(value) => onChange({ ...limits, tools: value === 'all' ? undefined : new Set() })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'some', label: 'Selected' },
            ]}
          />
          {limits.tools &&
            groups.map(([group, names]) => (
              <CheckGroup
                key={group}
                title={group}
                entries={names.map((name) => ({ value: name, label: name }))}
                checked={limits.tools ?? new Set()}
                onChange={(tools) => onChange({ ...limits, tools })}
              />
            ))}
        </fieldset>
        <FoldersField orgId={orgId} access={access} folders={limits.folders} onChange={(folders) => onChange({ ...limits, folders })} />
        <fieldset className={styles.part}>
          <legend>Services</legend>
          <SegmentedControl
            aria-label="Services"
            value={limits.services}
            onChange={(services) => onChange({ ...limits, services })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'some', label: 'Selected', disabled: connections.length === 0 },
              { value: 'none', label: 'None' },
            ]}
          />
          {connections.length === 0 && <p className={styles.dim}>No services are connected yet.</p>}
          {limits.services === 'some' &&
            connections.map((connection) => (
              <ConnectionChoice key={connection.connectionId} access={access} of={connection} limits={limits} onChange={onChange} />
            ))}
        </fieldset>
      </div>
    </details>
  );
}

function sayLimits({ tools, services, connections, folders }: ChosenLimits, known: number): string {
  const ofTools = tools ? `${tools.size} of ${count(known, 'tool')}` : 'all tools';
  const ofFolders = folders ? count(folders.size, 'folder') : 'all folders';
  const ofServices = { all: 'all services', some: count(connections.size, 'service'), none: 'no services' }[services];
  return `${ofTools} · ${ofFolders} · ${ofServices}`;
}

/** A connection, and of one that was chosen its tools. */
function ConnectionChoice({ access, of: connection, limits, onChange }: LimitsFieldProps & { of: Connection }) {
  const { connectionId: id, service, name, label, toolsCount } = connection;
  const isChosen = limits.connections.has(id);
  const set = (change: (connections: Map<string, ReadonlySet<string> | undefined>) => void) => {
    const connections = new Map(limits.connections);
    change(connections);
    onChange({ ...limits, connections });
  };
  return (
    <div className={styles.connection}>
      <Checkbox
        checked={isChosen}
        onChange={() => set((connections) => (isChosen ? connections.delete(id) : connections.set(id, undefined)))}
        label={
          <>
            {name} <span className={styles.dim}>{[service, label, count(toolsCount, 'tool')].filter(Boolean).join(' · ')}</span>
          </>
        }
      />
      {isChosen && (
        <ToolsOfConnection
          access={access}
          of={connection}
          picked={limits.connections.get(id)}
          onPick={(picked) => set((connections) => connections.set(id, picked))}
        />
      )}
    </div>
  );
}

interface ToolsOfConnectionProps {
  access: 'read' | 'write';
  of: Connection;
  picked: ReadonlySet<string> | undefined;
  onPick: (picked: ReadonlySet<string> | undefined) => void;
}

function ToolsOfConnection({ access, of: { connectionId, service }, picked, onPick }: ToolsOfConnectionProps) {
  const { orgId } = useMembership();
  const { data: pages } = useQuery(allPagesQuery(orgId, 'list_connection_tools', { connectionId }));
  if (!pages) return null;
  const offered = pages.flatMap(({ tools }) => tools).filter(({ mode }) => access === 'write' || mode === 'read');
  const entries = offered.map(({ name }) => ({ value: `${service}__${name}`, label: name }));
  const all = new Set(entries.map(({ value }) => value));
  return (
    <CheckGroup
      title="All tools"
      entries={entries}
      checked={picked ?? all}
      onChange={(next) => onPick(next.size === all.size ? undefined : next)}
    />
  );
}
