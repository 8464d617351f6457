import type { Answer, NamedTool, Tools } from '@gatehouse/core';
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { buildCall, ownArguments } from '../requests/build-call.ts';
import { needsWrite } from '../requests/credential.ts';
import type { GivenArguments } from '../requests/incoming.ts';
import { originOf } from '../requests/origin.ts';
import type { RequestContext, RequestScope } from '../requests/request-scope.ts';
import { contentOf, failure, faultOf, faultText, replayedMeta, serviceResult } from './tool-results.ts';

const noArguments: GivenArguments = { read: () => undefined, bytes: 0 };

/** Answers `tools/call` through the gateway: key, limit, access, arguments and log are its business alone. */
export async function callTool(scope: RequestScope, tool: NamedTool, context: RequestContext): Promise<CallToolResult> {
  const given = scope.given.get(context.mcpReq.id) ?? noArguments;
  scope.given.delete(context.mcpReq.id);
  const { answer, requestId } = await call(scope, tool, given, context);
  if (!answer.ok) return failure(answer, requestId);
  if (tool.registered?.definition.passesThrough) return serviceResult(answer);
  const content = contentOf(answer, tool);
  // Clients with structured content show no other content (D24.5).
  if (answer.picture) return { content };
  return { structuredContent: answer.value as never, content, ...(answer.isReplay && { _meta: replayedMeta }) };
}

/** Calls a tool for another part of the protocol, with arguments of our own. */
export async function callForProtocol<Name extends keyof Tools>(
  scope: RequestScope,
  name: Name,
  input: Tools[Name]['input'],
  context: RequestContext,
): Promise<Tools[Name]['output']> {
  const { answer, requestId } = await call(scope, scope.gateway.registry.named(name), ownArguments(input), context);
  // The core's tests check results against the schema of their tool.
  if (answer.ok) return answer.value as Tools[Name]['output'];
  throw new ProtocolError(
    answer.error.code === 'invalid_request' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    faultText(answer.error),
    faultOf(answer, requestId),
  );
}

async function call(
  scope: RequestScope,
  tool: NamedTool,
  given: GivenArguments,
  context: RequestContext,
): Promise<{ answer: Answer; requestId: string }> {
  const requestId = scope.nextRequestId();
  const { id, signal, _meta: meta } = context.mcpReq;
  const leaves = tool.registered?.definition.kind !== 'workspace';
  const inFlight = leaves ? scope.inFlight?.(id, signal) : undefined;
  try {
    const { gateway, credential } = scope;
    const origin = originOf(scope, context);
    const onProgress = progressOf(context);
    const answer = await gateway.call(
      buildCall({ tool, credential, origin, requestId, given, meta, signal: inFlight?.signal ?? signal, onProgress }),
    );
    if (needsWrite(credential, tool, answer)) scope.needsWrite = true;
    return { answer, requestId };
  } finally {
    inFlight?.end();
  }
}

type Progress = { progress: number; total?: number | undefined; message?: string | undefined };

function progressOf(context: RequestContext): ((progress: Progress) => void) | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ progress, total, message }) => {
    const params = { progressToken, progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) };
    // The connection for this notification may be gone. That loses nothing, because the signal ends the call itself.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
