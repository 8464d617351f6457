import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { bytes } from '../../kernel/words/count-words.ts';
import { AddDirectTool } from './add-direct-tool.tsx';
import styles from './agents.module.css';
import { type AgentRow, calledKey, type DirectTool, type Key } from './use-agents.ts';

interface DirectToolsProps {
  agent: AgentRow;
  of: Key;
  onClose: () => void;
}

/** Tools of services that a key lists as tools of its own, and what they add to its list. // D76 */
export function DirectTools({ agent, of: key, onClose }: DirectToolsProps) {
  const { orgId, personId } = useMembership();
  const queries = useQueryClient();
  const { data } = useQuery(toolQuery(orgId, 'list_direct_tools', { keyId: key.keyId }));
  const { data: connected } = useQuery(toolQuery(orgId, 'list_connections', {}));
  const chosen = key.directTools.map(({ toolSlug, connectionId }) => ({ toolSlug, ...(connectionId !== null && { connectionId }) }));
  const change = useMutation({
    mutationFn: (directTools: DirectTool[]) => call(orgId, 'edit_key', { keyId: key.keyId, directTools }),
    onSettled: () => Promise.all(['list_keys', 'list_direct_tools'].map((tool) => queries.invalidateQueries({ queryKey: [orgId, tool] }))),
  });
  if (!data || !connected) return null;
  const nameOf = (connectionId: string) => connected.connections.find((one) => one.connectionId === connectionId)?.name ?? connectionId;
  return (
    <div role="group" aria-label="Direct tools" className={styles.limits}>
      <p className={styles.dim}>
        {calledKey(key)} lists these tools of services by their own names, so that its host can ask before each of them.
        {data.tools.length > 0 && ` They add ${bytes(data.bytes)} to its list of tools.`}
      </p>
      {data.tools.map(({ toolSlug, connectionId, bytes: size, unlisted }) => (
        <div key={toolSlug}>
          <div className={styles.line}>
            <span className={styles.name} title={toolSlug}>
              <code>{toolSlug}</code>
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              c="inherit"
              aria-label={`Remove ${toolSlug}`}
              disabled={change.isPending}
              onClick={() => change.mutate(chosen.filter((one) => one.toolSlug !== toolSlug))}
            >
              Remove
            </Button>
          </div>
          <div className={styles.below}>
            <span>{connectionId === null ? 'Default service' : nameOf(connectionId)}</span>
            <span>{unlisted ? `Not listed: ${unlisted.message}` : bytes(size)}</span>
          </div>
        </div>
      ))}
      {agent.personId === personId && (
        <AddDirectTool
          keyId={key.keyId}
          access={key.access}
          connections={connected.connections}
          taken={chosen.map(({ toolSlug }) => toolSlug)}
          isSending={change.isPending}
          onChoose={(directTool) => change.mutate([...chosen, directTool])}
        />
      )}
      <Fault text={change.error ? messageOf(change.error) : undefined} />
      <div className={styles.buttons}>
        <Button variant="subtle" color="gray" c="inherit" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
