import { Button, Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../../kernel/layout/page.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { AccountNotice } from '../accounts/account-notice.tsx';
import { AccountsTab } from '../accounts/accounts-tab.tsx';
import { Status } from '../status.tsx';
import { type ConnectionDetails, useConnection } from '../use-connections.ts';
import styles from './connection.module.css';
import { isConnectionTab } from './connection-tabs.ts';
import { HealthTab } from './health-tab.tsx';
import { HeldTab } from './held-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { ToolsTab } from './tools-tab.tsx';
import { type ConnectionVerbs, useConnectionVerbs } from './use-connection-verbs.ts';

const route = getRouteApi('/$orgId/services/$connectionId');

/** One connection: its tools, held tools, health and settings. */
export function ConnectionPage() {
  const { orgId } = useMembership();
  const { connectionId } = route.useParams();
  const { data: connection, error, refetch } = useConnection(connectionId);
  const crumbs = [{ title: 'Services', to: `/${orgId}/services` }];
  if (connection) return <Known key={connectionId} connection={connection} crumbs={crumbs} />;
  return (
    <Page title="Service" crumbs={crumbs}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <FirstRows />}
    </Page>
  );
}

interface KnownProps {
  connection: ConnectionDetails;
  crumbs: { title: string; to: string }[];
}

function Known({ connection, crumbs }: KnownProps) {
  const { orgId } = useMembership();
  const { connectionId, name, heldCount, toolsCount, status, isManaged, accounts } = connection;
  const navigate = useNavigate();
  const { tab: wanted = 'tools' } = route.useSearch();
  const isMissing = (wanted === 'settings' && !isManaged) || (wanted === 'account' && accounts === null);
  const tab = isMissing ? 'tools' : wanted;
  const verbs = useConnectionVerbs(connection);
  const open = (next: string | null) =>
    void navigate({
      to: '/$orgId/services/$connectionId',
      params: { orgId, connectionId },
      search: isConnectionTab(next) && next !== 'tools' ? { tab: next } : {},
    });
  return (
    <Page
      title={name}
      crumbs={crumbs}
      isFilled={tab === 'tools'}
      actions={isManaged && <Verbs verbs={verbs} isPaused={status === 'paused'} />}
      toolbar={
        <>
          <Tabs value={tab} onChange={open} variant="pills" className={styles.tabs ?? ''}>
            <Tabs.List aria-label="Service">
              <Tabs.Tab value="tools">{count(toolsCount, 'tool')}</Tabs.Tab>
              {accounts !== null && <Tabs.Tab value="account">{accounts === 'person' ? 'Accounts' : 'Account'}</Tabs.Tab>}
              <Tabs.Tab value="held">{heldCount === 0 ? 'On hold' : `${heldCount} on hold`}</Tabs.Tab>
              <Tabs.Tab value="health">Health</Tabs.Tab>
              {isManaged && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
            </Tabs.List>
          </Tabs>
          <span className={styles.state}>
            <Status of={connection} />
          </span>
        </>
      }
    >
      {tab !== 'account' && <AccountNotice connection={connection} />}
      {tab === 'account' && <AccountsTab connection={connection} />}
      {tab === 'tools' && <ToolsTab connection={connection} />}
      {tab === 'held' && <HeldTab connection={connection} />}
      {tab === 'health' && <HealthTab connection={connection} />}
      {tab === 'settings' && <SettingsTab connection={connection} verbs={verbs} />}
    </Page>
  );
}

function Verbs({ verbs: { test, pause, resume }, isPaused }: { verbs: ConnectionVerbs; isPaused: boolean }) {
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Test
      </Button>
      {isPaused ? (
        <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate()}>
          Resume
        </Button>
      ) : (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate()}>
          Pause
        </Button>
      )}
    </>
  );
}
