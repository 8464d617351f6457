import { Button } from '@mantine/core';
import { useRows } from '../../calls/pages.ts';
import { useMembership } from '../../session/membership.ts';
import { Empty } from '../../states/empty.tsx';
import { ListStates } from '../../states/list-states.tsx';
import { count } from '../../words/count-words.ts';
import type { ConnectionDetails, ToolRow } from '../use-connections.ts';
import styles from './connection.module.css';
import { HeldTool } from './held-tool.tsx';
import { useApproval } from './use-approval.ts';

/** Everything of a service that waits for somebody to look at it. */
export function HeldTab({ connection }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const held = useRows(orgId, 'list_connection_tools', { connectionId: connection.connectionId, held: true }, 'tools');
  return (
    <ListStates
      of={held}
      empty={
        <Empty title="Nothing is held">
          What the service says of each tool is kept as it was approved. A tool that it changes is held here, and shown with what is
          different.
        </Empty>
      }
    >
      {(tools) => <HeldTools connection={connection} tools={tools} onMore={held.hasNextPage ? held.more : undefined} />}
    </ListStates>
  );
}

interface HeldToolsProps {
  connection: ConnectionDetails;
  tools: readonly ToolRow[];
  /** Undefined where these are all. */
  onMore: (() => void) | undefined;
}

function HeldTools({ connection, tools, onMore }: HeldToolsProps) {
  const approval = useApproval(connection);
  return (
    <div className={styles.page}>
      {connection.isManaged && tools.length > 1 && (
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
      {onMore && (
        <div>
          <Button variant="default" onClick={onMore}>
            More held tools
          </Button>
        </div>
      )}
    </div>
  );
}
