import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';

/** Hosts whose clients people can allow. Hidden if clients cannot sign in and there is no list. */
export function ClientHosts({ hosts, isOffered }: { hosts: string[]; isOffered: boolean }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: toolQuery(orgId, 'organization_settings', {}).queryKey });
  const form = useForm({ host: '' }, async ({ host }) => {
    await call(orgId, 'set_client_hosts', { hosts: [...hosts, host] });
    form.set('host', '');
    await refresh();
  });
  const remove = useMutation({
    mutationFn: (host: string) => call(orgId, 'set_client_hosts', { hosts: hosts.filter((one) => one !== host) }),
    onSuccess: ({ clientHosts }, host) =>
      sayDone(
        clientHosts.length === 0 ? 'People can now allow any client.' : `${host} removed. Clients that were already allowed keep working.`,
      ),
    onError: sayError,
    onSettled: refresh,
  });
  if (!isOffered && hosts.length === 0) return null;
  return (
    <SettingsSection
      title="Clients that sign in"
      lead={
        hosts.length === 0
          ? 'People can let any client act for them. Add hosts to allow only clients from there.'
          : 'People can let clients from these hosts act for them.'
      }
    >
      {hosts.map((host) => (
        <div key={host}>
          {host}{' '}
          <Button variant="subtle" onClick={() => remove.mutate(host)} aria-label={`Remove ${host}`}>
            Remove
          </Button>
        </div>
      ))}
      <form onSubmit={form.onSubmit}>
        <TextInput
          label="Host"
          description="For example claude.ai, chatgpt.com, localhost for programs on the person's own machine, or a scheme such as cursor:"
          required
          {...form.text('host')}
        />
        <Fault text={form.fault} />
        <Button type="submit" variant="default" loading={form.isSending}>
          Add host
        </Button>
      </form>
    </SettingsSection>
  );
}
