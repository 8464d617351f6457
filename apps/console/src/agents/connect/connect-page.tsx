import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { OutputOf } from '../../calls/call.ts';
import { allPagesQuery } from '../../calls/pages.ts';
import { Page } from '../../frame/page.tsx';
import { useMembership } from '../../session/membership.ts';
import styles from './connect-page.module.css';
import { KeyForm } from './key-form.tsx';
import { NewKey } from './new-key.tsx';

const route = getRouteApi('/$orgId/agents/connect');

/** Makes a key for a program: once it is made it is shown this once, with what to paste where. */
export function ConnectPage() {
  const { orgId } = useMembership();
  const { agentId } = route.useSearch();
  const [made, setMade] = useState<{ name: string; key: OutputOf<'create_key'> }>();
  const pages = useQuery({ ...allPagesQuery(orgId, 'list_agents', {}), enabled: agentId !== undefined });
  const agent = pages.data?.flatMap(({ agents }) => agents).find(({ id }) => id === agentId);
  return (
    <Page title={agentId === undefined ? 'Connect agent' : 'New key'} crumbs={[{ title: 'Agents', to: `/${orgId}/agents` }]}>
      <div className={styles.place}>
        {made && <NewKey name={made.name} made={made.key} />}
        {/* A new key of an agent waits for its name. */}
        {!made && (agentId === undefined || agent) && <KeyForm agent={agent} onMade={(name, key) => setMade({ name, key })} />}
      </div>
    </Page>
  );
}
