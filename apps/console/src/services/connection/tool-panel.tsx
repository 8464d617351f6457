import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import { Fact, Facts, Section, SidePanel } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { Access } from '../../kernel/signs/access.tsx';
import { messageOf } from '../../kernel/states/failed.tsx';
import { toolPanel as strings } from '../strings.ts';
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
      <Section title={strings.tool}>
        <Facts>
          <Fact name={strings.fullName}>
            <code>
              {service}__{name}
            </code>
          </Fact>
          {title !== null && title !== name && <Fact name={strings.title}>{title}</Fact>}
          <Fact name={strings.mode}>
            <Access access={mode} /> {modeReason(tool)}
          </Fact>
        </Facts>
        <p className={styles.description}>{description}</p>
        {isManaged && <Marks connection={connection} tool={tool} />}
      </Section>
      {heldFor && (
        <Section title={strings.onHold}>
          <HeldTool connection={connection} tool={tool} />
        </Section>
      )}
      <Section title={strings.tryIt}>
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
  if (heldFor) return strings.onHold2;
  if (markedMode !== null) return strings.setByPerson;
  return mode === 'read' ? strings.asServiceSays : strings.serviceDoesntMarkItRead;
}

function whyNotTried(isOff: boolean, isHeld: boolean): string {
  if (isOff) return strings.thisToolIsTurnedOff;
  return isHeld ? strings.thisToolIsOnHold : strings.serviceIsPaused;
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
    onSuccess: (_, on) => sayDone(on ? strings.turnedOn(name) : strings.turnedOff(name), () => turn.mutate(!on)),
    ...said,
  });
  return (
    <div className={styles.marks}>
      <SegmentedControl
        aria-label={strings.mode}
        value={markedMode ?? 'none'}
        onChange={(mode) => mark.mutate(mode as Mark)}
        data={[
          { value: 'none', label: strings.default },
          { value: 'read', label: strings.read },
          { value: 'write', label: strings.write },
        ]}
      />
      <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate(isOff)}>
        {isOff ? strings.turnOn : strings.turnOff}
      </Button>
    </div>
  );
}
