import type { Answer, RegisteredTool } from '@gatehouse/core';
import { type CallToolResult, type ContentBlock, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { checkArgumentBytes, type GivenArguments } from './incoming.ts';
import { originOf } from './origin.ts';
import type { RequestContext, Visit } from './visit.ts';

const noArguments: GivenArguments = { read: () => ({}), bytes: 0 };

/** Answers `tools/call` through the gateway: key, limit, access, arguments and log are its business alone. */
export async function callTool(visit: Visit, name: string, context: RequestContext): Promise<CallToolResult> {
  const given = visit.given.get(context.mcpReq.id) ?? noArguments;
  visit.given.delete(context.mcpReq.id);
  const tool = visit.gateway.registry.find(name);
  const { answer, requestId } = await call(visit, name, given, context);
  if (!answer.ok) return failure(answer, requestId);
  return tool?.definition.passesThrough
    ? serviceResult(answer)
    : { structuredContent: answer.value as never, content: contentOf(answer, tool) };
}

/** Calls a tool for another part of the protocol, with arguments of our own. */
export async function callForProtocol(visit: Visit, name: string, input: object, context: RequestContext): Promise<unknown> {
  const given = { read: () => input, bytes: Buffer.byteLength(JSON.stringify(input)) };
  const { answer, requestId } = await call(visit, name, given, context);
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  throw new ProtocolError(
    code === 'invalid_request' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
    `${code}: ${message}`,
    faultOf(answer, requestId),
  );
}

async function call(
  visit: Visit,
  tool: string,
  given: GivenArguments,
  context: RequestContext,
): Promise<{ answer: Answer; requestId: string }> {
  const requestId = visit.nextRequestId();
  const maximumBytes = visit.gateway.registry.find(tool)?.definition.maximumArgumentBytes;
  const answer = await visit.gateway.call({
    tool,
    credential: { type: 'key', key: visit.key },
    origin: originOf(visit, context),
    requestId,
    readArguments: () => {
      checkArgumentBytes(given.bytes, maximumBytes);
      return given.read();
    },
    argumentBytes: given.bytes,
    signal: context.mcpReq.signal,
    onProgress: progressOf(context),
  });
  return { answer, requestId };
}

type Progress = { progress: number; total?: number | undefined; message?: string | undefined };

function progressOf(context: RequestContext): ((progress: Progress) => void) | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ progress, total, message }) => {
    const params = { progressToken, progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) };
    // A notification that finds its connection gone is nobody's loss: the call itself is stopped by its signal.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** What is shown to the model, complete by itself. A long text comes as it is, after a block with everything else. */
function contentOf(answer: Answer & { ok: true }, tool: RegisteredTool | undefined): ContentBlock[] {
  const textField = tool?.definition.textField;
  if (textField !== undefined && isObject(answer.value)) {
    const { [textField]: text, ...rest } = answer.value;
    if (typeof text === 'string') return [textBlock(JSON.stringify(rest)), textBlock(text)];
  }
  return [textBlock(answer.json)];
}

function serviceResult(answer: Answer & { ok: true }): CallToolResult {
  const { content, structuredContent } = answer.value as { content?: ContentBlock[]; structuredContent?: never };
  if (structuredContent === undefined) return { content: content ?? [] };
  return { structuredContent, content: content?.length ? content : [textBlock(JSON.stringify(structuredContent))] };
}

/** A refusal the model can act on. Never with structuredContent: 2025-era clients would hold it against the output schema. */
function failure(answer: Answer & { ok: false }, requestId: string): CallToolResult {
  const { code, message } = answer.error;
  if (code === 'not_found') throw new ProtocolError(ProtocolErrorCode.InvalidParams, `not_found: ${message}`, faultOf(answer, requestId));
  return { isError: true, content: [textBlock(`${code}: ${message}`)], _meta: { 'gatehouse/error': faultOf(answer, requestId) } };
}

function faultOf({ error, rate }: Answer & { ok: false }, requestId: string) {
  return {
    code: error.code,
    ...(error.reason !== undefined && { reason: error.reason }),
    ...(error.code === 'rate_limited' && rate && { retryAfterSeconds: rate.resetSeconds }),
    requestId,
  };
}

function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
