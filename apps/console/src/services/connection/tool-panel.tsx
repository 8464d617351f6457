import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, type InputOf } from '../../calls/call.ts';
import { Fact, Facts, Section, SidePanel } from '../../frame/side-panel.tsx';
import { sayDone, sayFailed } from '../../notices/notices.ts';
import { useMembership } from '../../session/membership.ts';
import { Access } from '../../signs/access.tsx';
import { messageOf } from '../../states/failed.tsx';
import { TryTool } from '../try/try-tool.tsx';
import { type ConnectionDetails, type ToolRow, useRefreshConnections } from '../use-connections.ts';
import styles from './connection.module.css';
import { HeldTool } from './held-tool.tsx';

export interface ToolPanelProps {
  connection: ConnectionDetails;
  tool: ToolRow;
  onClose: () => void;
}

/** A tool: what it does, what may be done with it, what has changed of it, and a form to try it with. */
export function ToolPanel({ connection, tool, onClose }: ToolPanelProps) {
  const { isManaged, status, service } = connection;
  const { name, title, description, mode, isOff, heldFor } = tool;
  return (
    <SidePanel title={<code className={styles.toolName}>{name}</code>} onClose={onClose} isWide>
      <Section title="Tool">
        <Facts>
          <Fact name="Called">
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
        {isManaged && <Marks connection={connection} tool={tool} />}
      </Section>
      {heldFor && (
        <Section title="Held">
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
  if (heldFor) return 'as everything that is held';
  if (markedMode !== null) return 'as a person has marked it';
  return mode === 'read' ? 'as the service says' : 'as everything that does not say that it only reads';
}

function whyNotTried(isOff: boolean, isHeld: boolean): string {
  if (isOff) return 'It is switched off: to agents it is not there.';
  return isHeld ? 'It is held until somebody approves it.' : 'The connection is paused.';
}

type Mark = InputOf<'mark_service_tool'>['mode'];

/** Takes effect at the next call, in every process; all of it can be taken back. */
function Marks({ connection: { connectionId }, tool: { name, markedMode, isOff } }: Pick<ToolPanelProps, 'connection' | 'tool'>) {
  const { orgId } = useMembership();
  const refresh = useRefreshConnections();
  const said = { onError: (error: Error) => sayFailed(messageOf(error), error), onSettled: refresh };
  const mark = useMutation({
    mutationFn: (mode: Mark) => call(orgId, 'mark_service_tool', { connectionId, tool: name, mode }),
    ...said,
  });
  const turn = useMutation({
    mutationFn: (on: boolean) => call(orgId, 'switch_service_tool', { connectionId, tool: name, on }),
    onSuccess: (_, on) => sayDone(on ? `${name} is on.` : `${name} is off: to agents it is not there.`, () => turn.mutate(!on)),
    ...said,
  });
  return (
    <div className={styles.marks}>
      <SegmentedControl
        aria-label="What it counts as"
        value={markedMode ?? 'none'}
        onChange={(mode) => mark.mutate(mode as Mark)}
        data={[
          { value: 'none', label: 'As it says' },
          { value: 'read', label: 'Reads' },
          { value: 'write', label: 'Writes' },
        ]}
      />
      <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate(isOff)}>
        {isOff ? 'Switch on' : 'Switch off'}
      </Button>
    </div>
  );
}
