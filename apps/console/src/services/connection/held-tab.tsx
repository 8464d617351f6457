import { Button } from '@mantine/core';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { count, number } from '../../kernel/words/count-words.ts';
import type { ConnectionDetails, ToolRow } from '../use-connections.ts';
import styles from './connection.module.css';
import { HeldTool } from './held-tool.tsx';
import { useApproval } from './use-approval.ts';

/** Tools of a service that wait for approval. */
export function HeldTab({ connection }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const held = useRows(orgId, 'list_connection_tools', { connectionId: connection.connectionId, held: true }, 'tools');
  return (
    <ListStates
      of={held}
      empty={
        <Empty title="No tools on hold">
          When the service changes a tool after it was approved, the tool is put on hold here with its changes.
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
  /** Undefined if these are all. */
  onMore: (() => void) | undefined;
}

function HeldTools({ connection, tools, onMore }: HeldToolsProps) {
  const approval = useApproval(connection);
  return (
    <div className={styles.page}>
      {connection.isManaged && tools.length > 1 && (
        <div className={styles.all}>
          <span>{count(Math.max(connection.heldCount, tools.length), 'tool')} on hold.</span>
          <Button loading={approval.isPending} onClick={() => approval.mutate(tools)}>
            {onMore ? `Approve these ${number(tools.length)}` : 'Approve all'}
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
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
