import { maxAgentName } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import styles from './agents.module.css';
import type { AgentRow } from './use-agents.ts';

/** Name of an agent, edited in place. */
export function AgentNameField({ agent }: { agent: AgentRow }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <RenameForm agent={agent} onClose={() => setOpen(false)} />;
  return (
    <span className={styles.renamed}>
      <span>{agent.name}</span>
      <Button variant="subtle" size="compact-xs" ml={-8} onClick={() => setOpen(true)}>
        Rename
      </Button>
    </span>
  );
}

function RenameForm({ agent, onClose }: { agent: AgentRow; onClose: () => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const form = useForm({ name: agent.name }, async ({ name }) => {
    if (name.trim() !== agent.name) {
      await rename(queries, orgId, agent.id, name);
      sayDone(`${agent.name} renamed to ${name.trim()}.`, () => {
        rename(queries, orgId, agent.id, agent.name).catch(sayError);
      });
    }
    onClose();
  });
  return (
    <form
      onSubmit={form.onSubmit}
      className={styles.rename}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <TextInput
        aria-label="Name"
        required
        maxLength={maxAgentName}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        {...form.text('name')}
      />
      <Fault text={form.fault} />
      <span className={styles.renamed}>
        <Button type="submit" size="compact-xs" loading={form.isSending}>
          Save
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

async function rename(queries: QueryClient, orgId: string, agentId: string, name: string): Promise<void> {
  await call(orgId, 'rename_agent', { agentId, name });
  await queries.invalidateQueries({ queryKey: [orgId, 'list_agents'] });
}
