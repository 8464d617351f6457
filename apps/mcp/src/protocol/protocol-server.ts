import { type Caller, GatewayError } from '@gatehouse/core';
import { minuteMs } from '@gatehouse/domain';
import { McpServer, ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server';
import type { RequestScope } from '../requests/request-scope.ts';
import { callTool } from './call-tool.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, listTemplates, readResource } from './resources.ts';
import { addSkills } from './skill-handlers.ts';
import { faultText } from './tool-results.ts';

export interface ProtocolServerOptions {
  scope: RequestScope;
  /** Tools that a caller can call. */
  toolsFor: (caller: Caller) => Promise<Tool[]>;
  version: string;
  /** Instructions for clients. Undefined if no message asks for them. */
  instructions: string | undefined;
  report: (error: unknown) => void;
  era: 'legacy' | 'modern';
  /** Subscriptions of a connection of the 2025 era. Without them, clients cannot subscribe to resources. */
  subscriptions?: ResourceSubscriptions;
}

export interface ResourceSubscriptions {
  /** Both resolve with the protocol's empty result. */
  add(uri: string): Promise<object>;
  remove(uri: string): Promise<object>;
}

/** Lists depend on the key presented, so no shared cache may keep them. */
const cacheHints = {
  'tools/list': { ttlMs: minuteMs, cacheScope: 'private' },
  'server/discover': { ttlMs: 5 * minuteMs, cacheScope: 'private' },
} as const;

/** The SDK's server with our own handlers: its `registerTool` would answer bad calls before the pipeline sees and logs them. */
export function createProtocolServer({
  scope,
  toolsFor,
  version,
  instructions,
  report,
  era,
  subscriptions,
}: ProtocolServerOptions): McpServer {
  const mcp = new McpServer(serverInfo(version), { ...(instructions !== undefined && { instructions }), cacheHints });
  const { server } = mcp;
  scope.clientInfo ??= server.getClientVersion.bind(server);
  const guarded = guardWith(report);
  server.registerCapabilities({
    tools: { listChanged: era === 'modern' || subscriptions !== undefined },
    prompts: {},
    resources: { subscribe: era === 'modern' || subscriptions !== undefined },
  });
  server.setRequestHandler('tools/list', ({ params }) =>
    guarded(async () => {
      // The list has one page, so no cursor was ever issued.
      if (params?.cursor !== undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid params: "cursor" does not belong to this list; omit it');
      return { tools: await toolsFor(await scope.caller()) };
    }),
  );
  server.setRequestHandler('tools/call', ({ params }, context) =>
    guarded(async () => {
      const tool = scope.gateway.registry.named(params.name);
      const result = await callTool(scope, tool, context);
      return result.isError ? result : server.projectCallToolResult(result, tool.registered?.description.outputSchema);
    }),
  );
  server.setRequestHandler('resources/list', ({ params }, context) => guarded(() => listResources(scope, params?.cursor, context)));
  server.setRequestHandler('resources/templates/list', () => guarded(() => listTemplates(scope)));
  server.setRequestHandler('resources/read', ({ params }, context) => guarded(() => readResource(scope, params.uri, context)));
  if (era === 'legacy' && subscriptions) {
    server.setRequestHandler('resources/subscribe', ({ params }) => guarded(() => subscriptions.add(params.uri)));
    server.setRequestHandler('resources/unsubscribe', ({ params }) => guarded(() => subscriptions.remove(params.uri)));
  }
  addSkills(server, scope, era, guarded);
  server.setRequestHandler('prompts/list', ({ params }, context) => guarded(() => listPrompts(scope, params?.cursor, context)));
  server.setRequestHandler('prompts/get', ({ params }, context) => guarded(() => getPrompt(scope, params.name, context)));
  return mcp;
}

export function serverInfo(version: string) {
  return { name: 'gatehouse', title: 'Gatehouse', version };
}

/** Replaces unexpected errors: the SDK would send the message of any error to the client. */
function guardWith(report: (error: unknown) => void) {
  return async <Result>(handler: () => Promise<Result>): Promise<Result> => {
    try {
      return await handler();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (error instanceof GatewayError && error.code !== 'internal_error') {
        throw new ProtocolError(ProtocolErrorCode.InternalError, faultText(error), { code: error.code });
      }
      report(error);
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'internal_error: the gateway failed to answer this request; try again', {
        code: 'internal_error',
      });
    }
  };
}
