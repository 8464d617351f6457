import type { Readable, Writable } from 'node:stream';
import { type Caller, createAccessWatch, createItemFilter, type Gateway, GatewayError, newId } from '@gatehouse/core';
import type { McpRequestContext } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { instructionsFor } from '../protocol/instructions.ts';
import { createProtocolServer } from '../protocol/protocol-server.ts';
import { createToolList } from '../protocol/tool-list.ts';
import type { RequestScope } from '../requests/request-scope.ts';
import { createLineTransport } from './line-transport.ts';
import { createStdioSubscriptions } from './stdio-subscriptions.ts';

export interface StdioEntranceOptions {
  gateway: Gateway;
  /** From GATEHOUSE_KEY. */
  key: string | undefined;
  /** The name of this machine. */
  machine?: string | undefined;
  report: (error: unknown) => void;
  version: string;
  stdin: Readable;
  /** Carries only the protocol. */
  stdout: Writable;
  stderr: Writable;
}

/** Serves MCP to the program at the other end of stdin and stdout. Resolves with the exit code. */
export async function openStdioEntrance({
  gateway,
  key,
  machine,
  report,
  version,
  stdin,
  stdout,
  stderr,
}: StdioEntranceOptions): Promise<number> {
  const caller = await callerOrFault(gateway, key);
  if (caller instanceof Error) {
    stderr.write(`gatehouse mcp: ${caller.message}\n`);
    return 1;
  }
  const over = Promise.withResolvers<number>();
  let exitCode = 0;

  /** Ends the program when the key is revoked. Every call checks the key, and the key is watched from the beginning. */
  function loseKey(error: GatewayError): void {
    if (exitCode !== 0) return;
    exitCode = 1;
    stderr.write(`gatehouse mcp: ${error.message}\n`);
    setImmediate(() => transport.finish());
  }

  const scope = { ...scopeOf(watchKey(gateway, loseKey), key), machine };
  const { store, registry, clock } = gateway;
  const changes = createItemFilter({ store, registry, clock, report });
  const access = createAccessWatch({ store, clock, report, listTools: gateway.listTools });
  const subscriptions = createStdioSubscriptions({ changes, access, key, scope, lost: loseKey, report });
  const transport = createLineTransport({ stdin, stdout, given: scope.given, onIncoming: subscriptions.notice });
  const toolsFor = createToolList(gateway);
  // Read once, because one client uses one connection.
  const instructions = await instructionsFor(gateway, caller.orgId);
  const factory = ({ era }: McpRequestContext) =>
    subscriptions.deliverTo(createProtocolServer({ scope: { ...scope }, toolsFor, version, instructions, report, era, subscriptions }));
  const handle = serveStdio(factory, { transport });
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    over.resolve(exitCode);
  };
  const code = await over.promise;
  subscriptions.close();
  await handle.close();
  return code;
}

async function callerOrFault(gateway: Gateway, key: string | undefined): Promise<Caller | Error> {
  if (!key) return new Error('no key: set GATEHOUSE_KEY to a key of this gateway');
  try {
    return await gateway.identify({ type: 'key', key });
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'unauthorized') return error;
    throw error;
  }
}

function scopeOf(gateway: Gateway, key: string | undefined): RequestScope {
  return {
    gateway,
    credential: { type: 'key', key },
    caller: () => gateway.identify({ type: 'key', key }),
    given: new Map(),
    nextRequestId: () => newId('req', gateway.clock()),
  };
}

/** Wraps a gateway and reports when it no longer accepts the key. */
function watchKey(gateway: Gateway, lost: (error: GatewayError) => void): Gateway {
  return {
    ...gateway,
    async call(call) {
      const answer = await gateway.call(call);
      if (!answer.ok && answer.error.code === 'unauthorized') lost(answer.error);
      return answer;
    },
    async identify(credential) {
      try {
        return await gateway.identify(credential);
      } catch (error) {
        if (error instanceof GatewayError && error.code === 'unauthorized') lost(error);
        throw error;
      }
    },
  };
}
