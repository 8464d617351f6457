import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { usePages } from '../../calls/pages.ts';
import { useMembership } from '../../session/membership.ts';
import { Empty } from '../../states/empty.tsx';
import { Failed } from '../../states/failed.tsx';
import { FirstRows } from '../../states/first-rows.tsx';
import { count } from '../../words/count-words.ts';
import type { ConnectionDetails } from '../use-connections.ts';
import styles from './connection.module.css';
import { HeldTool } from './held-tool.tsx';
import { useApproval } from './use-approval.ts';

/** Everything of a service that waits for somebody to look at it. */
export function HeldTab({ connection }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const { connectionId, isManaged } = connection;
  const { data, error, refetch, more, hasNextPage } = usePages(orgId, 'list_connection_tools', { connectionId, held: true });
  const tools = useMemo(() => data?.pages.flatMap((page) => page.tools), [data]);
  const approval = useApproval(connection);
  if (error && !tools) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!tools) return <FirstRows />;
  if (tools.length === 0)
    return (
      <Empty title="Nothing is held">
        What the service says of each tool is kept as it was approved. A tool that it changes is held here, and shown with what is
        different.
      </Empty>
    );
  return (
    <div className={styles.page}>
      {isManaged && tools.length > 1 && (
        <div className={styles.all}>
          <span>{count(tools.length, 'tool')} held, shown below.</span>
          <Button loading={approval.isPending} onClick={() => approval.mutate(tools)}>
            Approve all as shown
          </Button>
        </div>
      )}
      {tools.map((tool) => (
        <section key={tool.name} className={styles.heldTool} aria-label={tool.name}>
          <h2>
            <code>{tool.name}</code>
          </h2>
          {tool.heldFor === 'new' && <p className={styles.description}>{tool.description}</p>}
          <HeldTool connection={connection} tool={tool} />
        </section>
      ))}
      {hasNextPage && (
        <div>
          <Button variant="default" onClick={more}>
            More held tools
          </Button>
        </div>
      )}
    </div>
  );
}
