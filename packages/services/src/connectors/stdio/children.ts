import type { ServiceTarget } from '@gatehouse/core';
import type { Credentials } from '../../credentials/access.ts';
import { ServiceFailure } from '../../kernel/failure.ts';
import { toError } from '../../kernel/guards.ts';
import type { Connector, ConnectorEvents } from '../connector.ts';
import type { KnownProtocols, Protocol } from '../mcp/known-protocols.ts';
import { VersionRefused } from '../mcp/protocol-version.ts';
import { type BackOff, createBackOff } from './back-off.ts';
import { type ChildTransport, type Command, createChildTransport } from './child-transport.ts';
import type { CommandRecords } from './command-records.ts';

export interface Children {
  /** Starts the command of a connection and connects it. All calls of the connection share one child. */
  open(target: ServiceTarget, credentials: Credentials, events: ConnectorEvents, connect: ConnectChild): Promise<Connector>;
  forget(connectionId: string): void;
}

type ConnectChild = (transport: ChildTransport, events: ConnectorEvents, protocol: Protocol) => Promise<Connector>;

export interface ChildrenOptions {
  protocols: KnownProtocols;
  records: CommandRecords;
  report: (error: unknown, connectionId: string) => void;
}

const maxMessage = 8 * 1024 * 1024;

export function createChildren({ protocols, records, report }: ChildrenOptions): Children {
  const backOffs = new Map<string, { revision: number; backOff: BackOff }>();

  /** Returns the back-off of a connection. A command that was tested or got other credentials may start immediately. */
  function backOffOf({ connectionId, revision }: ServiceTarget): BackOff {
    const known = backOffs.get(connectionId);
    if (known && known.revision >= revision) return known.backOff;
    const backOff = createBackOff();
    backOffs.set(connectionId, { revision, backOff });
    return backOff;
  }

  async function start(
    connectionId: string,
    command: Command,
    backOff: BackOff,
    events: ConnectorEvents,
    protocol: Protocol,
    connect: ConnectChild,
  ): Promise<Connector> {
    // Ends commands that a killed gateway left running. Two instances of a command would work on the same data.
    await records.endLeft();
    const onStarted = (pid: number) => records.note(connectionId, pid);
    const transport = createChildTransport({ command, maxBytes: maxMessage, onStarted });
    backOff.started();
    const onClosed = () => {
      if (!transport.wasClosed) backOff.ended();
      events.onClosed();
    };
    try {
      return { ...(await connect(transport, { ...events, onClosed }, protocol)), answers: transport.answers };
    } catch (error) {
      await transport.close();
      backOff.ended();
      throw new Error(transport.lastWords || 'the command wrote nothing to its standard error', { cause: error });
    }
  }

  return {
    async open(target, { secrets, redactor }, events, connect) {
      const { connectionId } = target;
      const backOff = backOffOf(target);
      refuseTooEarly(backOff);
      const command = commandOf(secrets);
      return await protocols.connect(target, async (protocol) => {
        let version: string | undefined;
        try {
          return await start(connectionId, command, backOff, events, protocol, connect);
        } catch (error) {
          report(
            new Error(`the command of connection ${connectionId} does not speak MCP: ${redactor.quote(toError(error).message)}`),
            connectionId,
          );
          const { cause } = toError(error);
          if (cause instanceof VersionRefused) version = cause.version;
          else if (protocol.prior) throw cause;
        }
        // Restarts the command: some older servers exit when asked for their protocol version, so this question is left out. Others named a
        // version.
        try {
          return await start(connectionId, command, backOff, events, { ...protocol, prior: { kind: 'legacy' }, version }, connect);
        } catch (error) {
          throw toError(error).cause;
        }
      });
    },
    forget: (connectionId) => void backOffs.delete(connectionId),
  };
}

function refuseTooEarly(backOff: BackOff): void {
  const waitMs = backOff.waitMs();
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new ServiceFailure('unreachable', `keeps ending soon after its start and is restarted in ${seconds} seconds; call again then`);
}

function commandOf(secrets: ReadonlyMap<string, string>): Command {
  const command = secrets.get('process');
  if (command === undefined) throw new ServiceFailure('failed', 'has no stored command; the operator must connect it again');
  return JSON.parse(command) as Command;
}
