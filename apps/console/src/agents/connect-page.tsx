import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../calls/call.ts';
import { Fault } from '../forms/fault.tsx';
import { useForm } from '../forms/use-form.ts';
import { Page } from '../frame/page.tsx';
import { useMembership } from '../session/membership.ts';
import styles from './connect-page.module.css';
import { expiries, expiryOf } from './expiries.ts';
import { NewKey } from './new-key.tsx';

type CreatedKey = OutputOf<'create_key'>;

/** Makes a key for a program: once it is made it is shown this once, with what to paste where. */
export function ConnectPage() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const [made, setMade] = useState<{ name: string; key: CreatedKey }>();
  const form = useForm({ name: '', access: 'read' as 'read' | 'write', days: '30' }, async ({ name, access, days }) => {
    const agent = await call(orgId, 'create_agent', { name });
    const key = await call(orgId, 'create_key', { agentId: agent.id, access, expiresAt: expiryOf(days, Date.now()) });
    setMade({ name: agent.name, key });
    await queries.invalidateQueries({ queryKey: [orgId, 'list_agents'] });
  });
  return (
    <Page title="Connect agent" crumbs={[{ title: 'Agents', to: `/${orgId}/agents` }]}>
      <div className={styles.place}>
        {made ? (
          <NewKey name={made.name} made={made.key} />
        ) : (
          <form onSubmit={form.onSubmit} className={styles.form}>
            <p className={styles.lead}>
              A program or an assistant gets a key. It sees what you see, and every call it makes is in the activity log under its name.
            </p>
            <TextInput label="Name" placeholder="release-bot" required maxLength={80} data-autofocus autoFocus {...form.text('name')} />
            <div className={styles.pair}>
              <fieldset className={styles.field}>
                <legend>Access</legend>
                <SegmentedControl
                  fullWidth
                  className={styles.access ?? ''}
                  value={form.values.access}
                  onChange={(access) => form.set('access', access)}
                  data={[
                    { value: 'read', label: 'Read' },
                    { value: 'write', label: 'Read and write' },
                  ]}
                />
              </fieldset>
              <Select label="Works for" data={expiries} value={form.values.days} onChange={(days) => form.set('days', days ?? 'never')} />
            </div>
            <Fault text={form.fault} />
            <div>
              <Button type="submit" loading={form.isSending}>
                Create key
              </Button>
            </div>
          </form>
        )}
      </div>
    </Page>
  );
}
