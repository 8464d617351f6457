import { Button } from '@mantine/core';
import type { ConnectionDetails, ToolRow } from '../use-connections.ts';
import styles from './connection.module.css';
import { DefinitionChanges } from './definition-changes.tsx';
import { useApproval } from './use-approval.ts';

/** Why a tool is held, what is different, and the way to release it as it is shown here. */
export function HeldTool({ connection, tool }: { connection: ConnectionDetails; tool: ToolRow }) {
  const approval = useApproval(connection);
  return (
    <div className={styles.held}>
      <p className={styles.dim}>
        {tool.heldFor === 'new'
          ? 'It is new, and tools that the service adds are held here. Until it is approved, its calls are refused.'
          : 'The service has changed it since it was approved. Until it is approved again, its calls are refused.'}
      </p>
      <DefinitionChanges of={tool.changes} />
      {connection.isManaged && (
        <div>
          <Button loading={approval.isPending} onClick={() => approval.mutate([tool])}>
            Approve {tool.name.slice(0, 40)}
          </Button>
        </div>
      )}
    </div>
  );
}
