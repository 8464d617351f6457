import { Button } from '@mantine/core';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { heldTab as strings } from '../strings.ts';
import type { ConnectionDetails, ToolRow } from '../use-connections.ts';
import styles from './connection.module.css';
import { HeldTool } from './held-tool.tsx';
import { useApproval } from './use-approval.ts';

/** Everything of a service that waits for somebody to look at it. */
export function HeldTab({ connection }: { connection: ConnectionDetails }) {
  const { orgId } = useMembership();
  const held = useRows(orgId, 'list_connection_tools', { connectionId: connection.connectionId, held: true }, 'tools');
  return (
    <ListStates of={held} empty={<Empty title={strings.noToolsOnHold}>{strings.whenServiceChangesToolAfter}</Empty>}>
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
          <span>{strings.toolsOnHold(tools.length)}</span>
          <Button loading={approval.isPending} onClick={() => approval.mutate(tools)}>
            {strings.approveAll}
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
            {strings.showMore}
          </Button>
        </div>
      )}
    </div>
  );
}
