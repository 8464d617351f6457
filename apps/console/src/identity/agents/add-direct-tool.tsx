import { maxDirectTools } from '@gatehouse/domain';
import { Button, Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { bytes } from '../../kernel/words/count-words.ts';
import styles from './agents.module.css';
import type { DirectTool } from './use-agents.ts';

interface AddDirectToolProps {
  keyId: string;
  access: 'read' | 'write';
  connections: OutputOf<'list_connections'>['connections'];
  /** Tools that the key lists already. */
  taken: readonly string[];
  isSending: boolean;
  onChoose: (directTool: DirectTool) => void;
}

/** Chooses one more tool of a service for the list of a key. // D76 */
export function AddDirectTool({ keyId, access, connections, taken, isSending, onChoose }: AddDirectToolProps) {
  const { orgId } = useMembership();
  const [connectionId, setConnectionId] = useState<string | null>(connections[0]?.connectionId ?? null);
  const [toolSlug, setToolSlug] = useState<string | null>(null);
  const [isNamed, setNamed] = useState(false);
  const { data: pages } = useQuery({
    ...allPagesQuery(orgId, 'list_connection_tools', { connectionId: connectionId ?? '' }),
    enabled: connectionId !== null,
  });
  const candidate = toolSlug === null ? undefined : { toolSlug, ...(isNamed && connectionId !== null && { connectionId }) };
  const { data: looked } = useQuery({
    ...toolQuery(orgId, 'list_direct_tools', { keyId, ...(candidate && { candidate }) }),
    enabled: candidate !== undefined,
  });
  const state = candidate && looked?.candidate;
  if (connections.length === 0) return <p className={styles.dim}>No services are connected yet.</p>;
  if (taken.length >= maxDirectTools) return <p className={styles.dim}>A key has at most {maxDirectTools} direct tools.</p>;
  const service = connections.find((one) => one.connectionId === connectionId)?.service;
  const offered = (pages ?? [])
    .flatMap(({ tools }) => tools)
    .filter(({ name, mode, isOff }) => !isOff && (access === 'write' || mode === 'read') && !taken.includes(`${service}__${name}`));
  return (
    <>
      <Select
        label="Service"
        data={connections.map((one) => ({ value: one.connectionId, label: [one.name, one.label].filter(Boolean).join(' · ') }))}
        value={connectionId}
        allowDeselect={false}
        onChange={(next) => {
          setConnectionId(next);
          setToolSlug(null);
        }}
      />
      <Select
        label="Tool"
        searchable
        data={offered.map(({ name, title }) => ({ value: `${service}__${name}`, label: title ? `${name} · ${title}` : name }))}
        value={toolSlug}
        onChange={setToolSlug}
      />
      <Checkbox
        label="Always this one, not the newest of its kind"
        checked={isNamed}
        onChange={(event) => setNamed(event.currentTarget.checked)}
      />
      <p className={styles.dim} role="status">
        {state && (state.unlisted ? `It can't be listed: ${state.unlisted.message}.` : `It adds ${bytes(state.bytes)}.`)}
      </p>
      <div className={styles.buttons}>
        <Button
          loading={isSending}
          disabled={!state || state.unlisted !== null}
          onClick={() => {
            if (candidate) onChoose(candidate);
            setToolSlug(null);
          }}
        >
          Add tool
        </Button>
      </div>
    </>
  );
}
