import { maxAgentName, maxKeyName } from '@gatehouse/domain';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import type { AgentRow } from '../agents/use-agents.ts';
import { usePeopleToMakeKeysFor } from '../agents/use-key-making.ts';
import { limitArguments, noLimits } from '../limits/chosen-limits.ts';
import { LimitsField } from '../limits/limits-field.tsx';
import { useToolsOfConnection } from '../limits/use-tools-of-connection.ts';
import { accessWords } from './access-words.ts';
import styles from './connect-page.module.css';
import { expiries, expiryOf } from './expiries.ts';

export interface KeyFormProps {
  /** Owner of the new key. Without an agent, one is connected first. */
  agent: AgentRow | undefined;
  onMade: (agentName: string, key: OutputOf<'create_key'>) => void;
}

const empty = { name: '', ownerEmail: undefined as string | undefined, access: 'read' as 'read' | 'write', days: '30', limits: noLimits };

/** Access, limits and lifetime of a new key. */
export function KeyForm({ agent, onMade }: KeyFormProps) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const toolsOf = useToolsOfConnection();
  const form = useForm(empty, async ({ name, ownerEmail, access, days, limits }) => {
    const limited = await limitArguments(limits, access, toolsOf);
    const owner = agent ?? (await call(orgId, 'create_agent', { name, ...(ownerEmail !== undefined && { ownerEmail }) }));
    const keyName = agent && name.trim() !== '' ? { name } : {};
    const key = await call(orgId, 'create_key', {
      agentId: owner.id,
      ...keyName,
      access,
      expiresAt: expiryOf(days, Date.now()),
      ...limited,
    });
    onMade(owner.name, key);
    await queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] });
    await queries.invalidateQueries({ queryKey: [orgId, 'list_agents'] });
  });
  return (
    <form onSubmit={form.onSubmit} className={styles.form}>
      <p className={styles.lead}>
        {agent
          ? `Another key for ${agent.name}. It sees what ${agent.ownerName} sees, within these limits.`
          : 'Create a key for an agent: a program or an AI assistant. It sees what its person sees, and the activity log shows every call under its name.'}
      </p>
      {agent ? (
        <TextInput label="Key name" description="Where you use it" maxLength={maxKeyName} autoFocus {...form.text('name')} />
      ) : (
        <TextInput label="Name" placeholder="release-bot" required maxLength={maxAgentName} autoFocus {...form.text('name')} />
      )}
      {!agent && <OwnerField value={form.values.ownerEmail} onChange={(email) => form.set('ownerEmail', email)} />}
      <div className={styles.pair}>
        <fieldset className={styles.field}>
          <legend>Access</legend>
          <SegmentedControl
            fullWidth
            aria-label="Access"
            className={styles.access ?? ''}
            value={form.values.access}
            onChange={(access) => form.set('access', access)}
            data={[
              { value: 'read', label: 'Read' },
              { value: 'write', label: 'Read and write' },
            ]}
          />
          <p className={styles.hint}>{accessWords[form.values.access]}</p>
        </fieldset>
        <Select label="Expires" data={expiries} value={form.values.days} onChange={(days) => form.set('days', days ?? 'never')} />
      </div>
      <LimitsField access={form.values.access} limits={form.values.limits} onChange={(limits) => form.set('limits', limits)} />
      <Fault text={form.fault} />
      <div>
        <Button type="submit" loading={form.isSending} disabled={form.values.limits.folders?.size === 0}>
          Create key
        </Button>
      </div>
    </form>
  );
}

/** Owner of the agent, if there is a choice. */
function OwnerField({ value, onChange }: { value: string | undefined; onChange: (email: string) => void }) {
  const { self, people } = usePeopleToMakeKeysFor();
  if (!self || people.length < 2) return null;
  return (
    <Select
      label="Works for"
      description="The agent sees what they see."
      searchable
      data={people.map(({ email, name }) => ({ value: email, label: name === email ? name : `${name} · ${email}` }))}
      value={value ?? self.email}
      onChange={(email) => onChange(email ?? self.email)}
    />
  );
}
