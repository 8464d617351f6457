import { Tabs } from '@mantine/core';
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
import { KeyForm, type KeyFormProps } from './key-form.tsx';
import { NewKey } from './new-key.tsx';
import { useLastChoice } from './use-last-choice.ts';
import { useSignInUrl } from './use-sign-in-url.ts';

const route = getRouteApi('/$orgId/agents/connect');

/** A program gets a key; where clients sign in, each is connected in its own way. */
function Ways({ onMade }: Pick<KeyFormProps, 'onMade'>) {
  const signInUrl = useSignInUrl();
  const [way, choose] = useLastChoice('kind of agent', ['program', ...clientGuides.map(({ id }) => id)]);
  if (signInUrl === undefined) return null;
  const form = <KeyForm agent={undefined} onMade={onMade} />;
  if (signInUrl === null) return form;
  return (
    <Tabs value={way ?? null} onChange={choose} variant="pills" keepMounted={false} className={styles.tabs ?? ''}>
      <Tabs.List aria-label="Type of agent">
        <Tabs.Tab value="program">Program</Tabs.Tab>
        {clientGuides.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="program" pt={16}>
        {form}
      </Tabs.Panel>
      {clientGuides.map((guide) => (
        <Tabs.Panel key={guide.id} value={guide.id} pt={16}>
          <ClientSteps guide={guide} url={signInUrl} />
        </Tabs.Panel>
      ))}
    </Tabs>
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
