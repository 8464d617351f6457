import { Button } from '@mantine/core';
import type { ConnectionDetails, ToolRow } from '../use-connections.ts';
import styles from './connection.module.css';
import { DefinitionChanges } from './definition-changes.tsx';
import { HiddenInTool } from './hidden-in-tool.tsx';
import { useApproval } from './use-approval.ts';

interface HeldToolProps {
  connection: ConnectionDetails;
  tool: ToolRow;
  /** False if the page around it has a button for this tool. */
  hasButton?: boolean;
}

/** Reason why a tool is held, its differences, and a button to approve exactly the version shown. */
export function HeldTool({ connection, tool, hasButton = true }: HeldToolProps) {
  const approval = useApproval(connection);
  return (
    <div className={styles.held}>
      <p className={styles.dim}>
        {tool.heldFor === 'new'
          ? 'This tool is new. Calls are refused until someone approves it.'
          : 'The service changed this tool after it was approved. Calls are refused until someone approves it again.'}
      </p>
      <DefinitionChanges of={tool.changes} />
      <HiddenInTool tool={tool} />
      {hasButton && connection.isManaged && (
        <div>
          <Button loading={approval.isPending} onClick={() => approval.mutate([tool])}>
            Approve {tool.name.slice(0, 40)}
          </Button>
        </div>
      )}
    </div>
  );
}
