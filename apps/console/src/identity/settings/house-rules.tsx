import { maxHouseRulesBytes } from '@gatehouse/domain';
import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import styles from './settings.module.css';

/** House rules that every agent gets on connecting. Everyone reads them; owners and admins change them. */
export function HouseRules({ canChange }: { canChange: boolean }) {
  const { orgId } = useMembership();
  const identity = useQuery(toolQuery(orgId, 'whoami', {}));
  if (identity.error) return <Failed error={identity.error} onRetry={() => void identity.refetch()} />;
  if (!identity.data) return null;
  const { houseRules } = identity.data;
  return (
    <SettingsSection title="House rules" lead="Every agent of the organization gets this text when it connects.">
      {canChange ? (
        <RulesForm key={houseRules} before={houseRules ?? ''} />
      ) : (
        <p className={`${styles.note} ${styles.rules}`}>{houseRules ?? 'None.'}</p>
      )}
    </SettingsSection>
  );
}

function RulesForm({ before }: { before: string }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const save = async (houseRules: string) => {
    await call(orgId, 'set_house_rules', { houseRules });
    await queries.invalidateQueries({ queryKey: toolQuery(orgId, 'whoami', {}).queryKey });
  };
  const form = useForm({ houseRules: before }, async ({ houseRules }) => {
    await save(houseRules);
    sayDone(houseRules.trim() === '' ? 'House rules removed.' : 'House rules saved. Agents get them when they connect next.', () => {
      save(before).catch(sayError);
    });
  });
  return (
    <form onSubmit={form.onSubmit}>
      <Textarea
        label="Instructions for every agent"
        description={`Plain text, up to ${maxHouseRulesBytes} bytes. Leave it empty for no rules.`}
        autosize
        minRows={3}
        maxRows={12}
        {...form.text('houseRules')}
      />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={form.values.houseRules === before}>
        Save house rules
      </Button>
    </form>
  );
}
