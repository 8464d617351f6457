import { actsForAll, maxOrganizationName, ownsOrganization } from '@gatehouse/domain';
import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { SettingsSection, SettingsSections } from '../../kernel/forms/section.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { accountQuery } from '../../kernel/membership/account.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { AgentsReadOnly } from './agents-read-only.tsx';
import { AllowedDomains } from './allowed-domains.tsx';
import { ClientHosts } from './client-hosts.tsx';
import { ExportOrganization } from './export-organization.tsx';
import { HouseRules } from './house-rules.tsx';
import { InForce } from './in-force.tsx';
import { OutsideReview } from './outside-review.tsx';
import styles from './settings.module.css';
import { Webhooks } from './webhooks.tsx';

/** Settings of the organization. */
export function SettingsPage() {
  const membership = useMembership();
  const { orgId, name, role } = membership;
  const isAdmin = actsForAll(membership);
  const isOwner = ownsOrganization(membership);
  const settings = useQuery({ ...toolQuery(orgId, 'organization_settings', {}), enabled: isAdmin });
  return (
    <Page title="Settings">
      <SettingsSections>
        <SettingsSection title="Organization" lead="The name that everyone sees.">
          {isAdmin ? <NameForm key={name} /> : <p className={styles.note}>{name}</p>}
        </SettingsSection>
        <SettingsSection title="People" lead={`Your role: ${role}.`}>
          <div>
            <Button variant="default" renderRoot={(props) => <Link {...props} to="/$orgId/people" params={{ orgId }} />}>
              {isAdmin ? 'People and invitations' : 'People'}
            </Button>
          </div>
        </SettingsSection>
        <HouseRules canChange={isAdmin} />
        {isAdmin && <AgentsReadOnly />}
        {isAdmin && <OutsideReview />}
        {settings.error && <Failed error={settings.error} onRetry={() => void settings.refetch()} />}
        {settings.data && <InForce settings={settings.data} />}
        {isOwner && settings.data && <AllowedDomains domains={settings.data.allowedDomains} />}
        {isOwner && settings.data && <ClientHosts hosts={settings.data.clientHosts} isOffered={settings.data.about.signsClientsIn} />}
        {isAdmin && <Webhooks />}
        {isOwner && (
          <SettingsSection
            title="Export"
            lead="Current people, agents, folders, tasks, documents, files and skills as JSON lines. Keys and credentials aren't included."
          >
            <ExportOrganization />
          </SettingsSection>
        )}
      </SettingsSections>
    </Page>
  );
}

function NameForm() {
  const { orgId, name: before } = useMembership();
  const queries = useQueryClient();
  const rename = async (name: string) => {
    await call(orgId, 'rename_organization', { name });
    await queries.invalidateQueries({ queryKey: accountQuery.queryKey });
  };
  const form = useForm({ name: before }, async ({ name }) => {
    await rename(name);
    sayDone(`Organization renamed to ${name.trim()}.`, () => {
      rename(before).catch(sayError);
    });
  });
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput label="Name" required maxLength={maxOrganizationName} {...form.text('name')} />
      <Fault text={form.fault} />
      <Button type="submit" variant="default" loading={form.isSending} disabled={form.values.name === before}>
        Save name
      </Button>
    </form>
  );
}
