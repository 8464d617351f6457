import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { SettingsSection } from '../../kernel/forms/section.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';

/** Domains whose people can join by company sign-in. Hidden if no company is set up and no domain is allowed. */
export function AllowedDomains({ domains }: { domains: string[] }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const options = useQuery(toolQuery(undefined, 'sign_in_options', {}));
  const refresh = () => queries.invalidateQueries({ queryKey: toolQuery(orgId, 'organization_settings', {}).queryKey });
  const form = useForm({ domain: '' }, async ({ domain }) => {
    await call(orgId, 'allow_domain', { domain });
    form.set('domain', '');
    await refresh();
  });
  const disallow = useMutation({
    mutationFn: (domain: string) => call(orgId, 'disallow_domain', { domain }),
    onSuccess: (_, domain) => sayDone(`${domain} removed. People who already joined stay.`),
    onError: sayError,
    onSettled: refresh,
  });
  if (!options.data?.companyHost && domains.length === 0) return null;
  return (
    <SettingsSection
      title="Company domains"
      lead="People who sign in with the company and have a verified address in one of these domains join as members."
    >
      {domains.map((domain) => (
        <div key={domain}>
          {domain}{' '}
          <Button variant="subtle" onClick={() => disallow.mutate(domain)} aria-label={`Remove ${domain}`}>
            Remove
          </Button>
        </div>
      ))}
      <form onSubmit={form.onSubmit}>
        <TextInput label="Domain" placeholder="example.com" required {...form.text('domain')} />
        <Fault text={form.fault} />
        <Button type="submit" variant="default" loading={form.isSending}>
          Add domain
        </Button>
      </form>
    </SettingsSection>
  );
}
