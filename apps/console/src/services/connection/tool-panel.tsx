import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { Fact, Facts, Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { Access } from '../../kernel/signs/access.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { TryTool } from '../try/try-tool.tsx';
import { type ConnectionDetails, type ToolRow, useRefreshConnections } from '../use-connections.ts';
import styles from './connection.module.css';
import { HeldTool } from './held-tool.tsx';
import { HiddenInTool } from './hidden-in-tool.tsx';

export interface ToolPanelProps {
  connection: ConnectionDetails;
  tool: ToolRow;
  onClose: () => void;
}

/** A tool: its description, its marks, its changes, and a form to try it. */
export function ToolPanel({ connection, tool, onClose }: ToolPanelProps) {
  const { isManaged, status, service } = connection;
  const { name, title, description, mode, isOff, heldFor } = tool;
  return (
    <SidePanel title={<code className={styles.toolName}>{name}</code>} onClose={onClose} isWide>
      <Section title="Tool">
        <Facts>
          <Fact name="Full name">
            <code>
              {service}__{name}
            </code>
          </Fact>
          {title !== null && title !== name && <Fact name="Title">{title}</Fact>}
          <Fact name="Mode">
            <Access access={mode} /> {modeReason(tool)}
          </Fact>
        </Facts>
        <p className={styles.description}>{description}</p>
        {!heldFor && <HiddenInTool tool={tool} />}
        {isManaged && <Marks connection={connection} tool={tool} />}
      </Section>
      {heldFor && (
        <Section title="On hold">
          <HeldTool connection={connection} tool={tool} />
        </Section>
      )}
      <Section title="Try it">
        {isOff || heldFor || status === 'paused' ? (
          <p className={styles.dim}>{whyNotTried(isOff, heldFor !== null)}</p>
        ) : (
          <TryTool connection={connection} tool={tool} />
        )}
      </Section>
    </SidePanel>
  );
}

function modeReason({ markedMode, heldFor, mode }: ToolRow): string {
  if (heldFor) return '(on hold)';
  if (markedMode !== null) return '(set by a person)';
  return mode === 'read' ? '(as the service says)' : "(the service doesn't mark it read-only)";
}

function whyNotTried(isOff: boolean, isHeld: boolean): string {
  if (isOff) return "This tool is turned off. Agents can't see it.";
  return isHeld ? 'This tool is on hold until someone approves it.' : 'The service is paused.';
}

type Mark = InputOf<'mark_service_tool'>['mode'];

/** Marks of a tool. They take effect at the next call in every process, and each can be undone. */
function Marks({ connection: { connectionId }, tool: { name, markedMode, isOff } }: Pick<ToolPanelProps, 'connection' | 'tool'>) {
  const { orgId } = useMembership();
  const refresh = useRefreshConnections();
  const said = { onError: (error: Error) => sayError(error), onSettled: refresh };
  const mark = useMutation({
    mutationFn: (mode: Mark) => call(orgId, 'mark_service_tool', { connectionId, tool: name, mode }),
    ...said,
  });
  const turn = useMutation({
    mutationFn: (on: boolean) => call(orgId, 'switch_service_tool', { connectionId, tool: name, on }),
    onSuccess: (_, on) => sayDone(on ? `${name} turned on.` : `${name} turned off. Agents can't see it.`, () => turn.mutate(!on)),
    ...said,
  });
  return (
    <div className={styles.marks}>
      <SegmentedControl
        aria-label="Mode"
        value={markedMode ?? 'none'}
        onChange={(mode) => mark.mutate(mode as Mark)}
        data={[
          { value: 'none', label: 'Default' },
          { value: 'read', label: 'Read' },
          { value: 'write', label: 'Write' },
        ]}
      />
      <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate(isOff)}>
        {isOff ? 'Turn on' : 'Turn off'}
      </Button>
    </div>
  );
}
