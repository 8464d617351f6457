import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { allPagesQuery } from '../../kernel/calls/pages.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { clientGuides } from './client-guides.ts';
import { ClientSteps } from './client-steps.tsx';
import styles from './connect-page.module.css';
import { type Choice, GroupedTabs } from './grouped-tabs.tsx';
import { KeyForm, type KeyFormProps } from './key-form.tsx';
import { NewKey } from './new-key.tsx';
import { useLastChoice } from './use-last-choice.ts';
import { useSignInUrl } from './use-sign-in-url.ts';

const route = getRouteApi('/$orgId/agents/connect');

const program: Choice = { id: 'program', title: 'Program', group: 'With a key' };

/** Ways to connect an agent. A program gets a key; clients that sign in need none. */
function Ways({ onMade }: Pick<KeyFormProps, 'onMade'>) {
  const signInUrl = useSignInUrl();
  const choices = [program, ...clientGuides];
  const [chosen, choose] = useLastChoice(
    'kind of agent',
    choices.map(({ id }) => id),
  );
  if (signInUrl === undefined) return null;
  const form = <KeyForm agent={undefined} onMade={onMade} />;
  if (signInUrl === null) return form;
  return (
    <GroupedTabs label="Type of agent" choices={choices} chosen={chosen} onChoose={choose}>
      {({ id }) => {
        const guide = clientGuides.find((guide) => guide.id === id);
        return guide ? <ClientSteps guide={guide} url={signInUrl} /> : form;
      }}
    </GroupedTabs>
  );
}

/** Creates a key for a program, and then shows it once, with snippets to paste. */
export function ConnectPage() {
  const { orgId } = useMembership();
  const { agentId } = route.useSearch();
  const [made, setMade] = useState<{ name: string; key: OutputOf<'create_key'> }>();
  const pages = useQuery({ ...allPagesQuery(orgId, 'list_agents', {}), enabled: agentId !== undefined });
  const agent = pages.data?.flatMap(({ agents }) => agents).find(({ id }) => id === agentId);
  return (
    <Page title={agentId === undefined ? 'Connect agent' : 'Create key'} crumbs={[{ title: 'Agents', to: `/${orgId}/agents` }]}>
      <div className={styles.place}>
        {made && <NewKey name={made.name} made={made.key} />}
        {/* A new key of an agent waits for its name. */}
        {!made && agent && <KeyForm agent={agent} onMade={(name, key) => setMade({ name, key })} />}
        {!made && agentId === undefined && <Ways onMade={(name, key) => setMade({ name, key })} />}
      </div>
    </Page>
  );
}
