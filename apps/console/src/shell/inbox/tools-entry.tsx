import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import connectionStyles from '../../services/connection/connection.module.css';
import { HeldTool } from '../../services/connection/held-tool.tsx';
import { useApproval } from '../../services/connection/use-approval.ts';
import { type ConnectionDetails, type ToolRow, useConnection, useRefreshConnections } from '../../services/use-connections.ts';
import reviewStyles from '../../workspace/reviews/reviews.module.css';
import type { EntryViewProps } from './entry-view.ts';
import styles from './inbox.module.css';

/** Tools of a connection that wait for approval, with their changes. // D32 */
export function ToolsEntry({ entry: { id }, onDecided }: EntryViewProps) {
  const { orgId } = useMembership();
  const { data: connection, error: connectionError } = useConnection(id);
  const held = useRows(orgId, 'list_connection_tools', { connectionId: id, held: true }, 'tools');
  const error = connectionError ?? held.error;
  if (error) return <Failed error={error} onRetry={() => void held.refetch()} />;
  const tools = held.rows?.filter(({ isOff }) => !isOff);
  if (!connection || !tools) return <FirstRows />;
  if (tools.length === 0) return <p className={styles.none}>No tools of this service are on hold any more.</p>;
  return <Held connection={connection} tools={tools} onMore={held.hasNextPage ? held.more : undefined} onDecided={onDecided} />;
}

interface HeldProps {
  connection: ConnectionDetails;
  tools: readonly ToolRow[];
  /** Undefined if these are all. */
  onMore: (() => void) | undefined;
  onDecided: () => void;
}

function Held({ connection, tools, onMore, onDecided }: HeldProps) {
  const approval = useApproval(connection);
  const switchOff = useSwitchOff(connection);
  const isPending = approval.isPending || switchOff.isPending;
  const then = onMore ? {} : { onSuccess: onDecided };
  const approve = () => !isPending && approval.mutate(tools, then);
  const discard = () => !isPending && switchOff.mutate(tools, then);
  useBindings('Entry', [
    { keys: 'y', does: 'Approve tools', run: approve },
    { keys: 'n', does: 'Switch tools off', run: discard },
  ]);
  const words = tools.length > 1 ? ` all ${count(tools.length, 'tool')}` : '';
  return (
    <>
      <div className={reviewStyles.verbs}>
        <Button disabled={isPending} onClick={approve}>
          Approve{words}
        </Button>
        <Button variant="default" disabled={isPending} onClick={discard}>
          Switch off{words}
        </Button>
      </div>
      {tools.map((tool) => (
        <section key={tool.name} className={connectionStyles.heldTool} aria-label={tool.name}>
          <h3 className={styles.tool}>
            <code>{tool.name}</code>
          </h3>
          {tool.heldFor === 'new' && <p className={connectionStyles.description}>{tool.description}</p>}
          <HeldTool connection={connection} tool={tool} hasButton={tools.length > 1} />
        </section>
      ))}
      {onMore && (
        <Button variant="default" onClick={onMore}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Switches tools off for all agents, with Undo, which puts them on hold again. */
function useSwitchOff({ connectionId }: ConnectionDetails) {
  const { orgId } = useMembership();
  const refresh = useRefreshConnections();
  const switchAll = async (tools: readonly ToolRow[], on: boolean) => {
    for (const { name } of tools) await call(orgId, 'switch_service_tool', { connectionId, tool: name, on });
  };
  const undo = useMutation({
    mutationFn: (tools: readonly ToolRow[]) => switchAll(tools, true),
    onError: sayError,
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: (tools: readonly ToolRow[]) => switchAll(tools, false),
    onSuccess: (_, tools) => sayDone(`${count(tools.length, 'tool')} switched off.`, () => undo.mutate(tools)),
    onError: sayError,
    onSettled: refresh,
  });
}
