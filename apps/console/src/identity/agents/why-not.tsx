import { agentToolNames, maxToolName } from '@gatehouse/domain';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Explanation } from '../../activity/access/explanation.tsx';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from './agents.module.css';
import { calledKey, type Key } from './use-agents.ts';

/** Explains what a key can do without calling anything: the check that refuses, and the change that would allow it. // D45 */
export function WhyNot({ keys }: { keys: readonly Key[] }) {
  const { orgId } = useMembership();
  const [said, setSaid] = useState<OutputOf<'explain_access'>>();
  const form = useForm({ keyId: keys[0]?.keyId ?? '', tool: '', itemId: '' }, async ({ keyId, tool, itemId }) => {
    setSaid(undefined);
    const asked = { ...(tool.trim() !== '' && { tool: tool.trim() }), ...(itemId.trim() !== '' && { itemId: itemId.trim() }) };
    setSaid(await call(orgId, 'explain_access', { keyId, ...asked }));
  });
  return (
    <form onSubmit={form.onSubmit} className={styles.ask}>
      {keys.length > 1 && (
        <Select
          label="Key"
          data={keys.map((key) => ({ value: key.keyId, label: `${calledKey(key)} ${key.name ?? ''}`.trim() }))}
          value={form.values.keyId}
          onChange={(keyId) => form.set('keyId', keyId ?? '')}
        />
      )}
      <TextInput label="Tool" placeholder="edit_doc or service__tool" list="why-not-tools" maxLength={maxToolName} {...form.text('tool')} />
      <datalist id="why-not-tools">
        {agentToolNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextInput label="Item" placeholder="doc_…, file_…, task_…, folder_…" {...form.text('itemId')} />
      <Fault text={form.fault} />
      <Button
        type="submit"
        variant="default"
        loading={form.isSending}
        disabled={form.values.tool.trim() === '' && form.values.itemId.trim() === ''}
      >
        Check access
      </Button>
      {said && <Explanation of={said} />}
    </form>
  );
}
