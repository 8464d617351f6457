import type { Answer, GatewayError, NamedTool } from '@gatehouse/core';
import { isObject } from '@gatehouse/domain';
import { type CallToolResult, type ContentBlock, isSpecType, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Marks an answer as a repeat of the answer to the first call with the same idempotency key. */
export const replayedMeta = { 'gatehouse/idempotencyReplayed': true };

/** Content for the model, complete by itself. A long text or a picture follows as a separate last block. */
export function contentOf(answer: Answer & { ok: true }, { registered }: NamedTool): ContentBlock[] {
  const { picture, value } = answer;
  if (picture) return [textBlock(answer.json), { type: 'image', data: picture.bytes.toString('base64'), mimeType: picture.mimeType }];
  for (const field of registered?.definition.textFields ?? []) {
    const { [field]: text, ...rest } = isObject(value) ? value : {};
    if (typeof text === 'string') return [textBlock(JSON.stringify(rest)), textBlock(text)];
  }
  return [textBlock(answer.json)];
}

/** Result of a connected service, unchanged. Headers of an API come last in the text for models, and in `_meta` for programs. */
export function serviceResult(answer: Answer & { ok: true }): CallToolResult {
  const { content = [], structuredContent, headers } = answer.value as ServiceResult;
  const blocks = content.map(asBlock);
  if (blocks.length === 0 && structuredContent !== undefined) blocks.push(textBlock(JSON.stringify(structuredContent)));
  return {
    ...(structuredContent !== undefined && { structuredContent }),
    content: headers ? [...blocks, textBlock(`HTTP headers: ${JSON.stringify(headers)}`)] : blocks,
    ...((headers || answer.isReplay) && {
      _meta: { ...(headers && { 'gatehouse/headers': headers }), ...(answer.isReplay && replayedMeta) },
    }),
  };
}

interface ServiceResult {
  content?: unknown[];
  structuredContent?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Turns an unknown kind of content into text, because a client would otherwise refuse the whole result. */
function asBlock(item: unknown): ContentBlock {
  return isSpecType.ContentBlock(item) ? item : textBlock(JSON.stringify(item));
}

/**
 * Builds a refusal that the model can act on. It never has structuredContent: clients of the 2025 era would check it against the output
 * schema.
 */
export function failure(answer: Answer & { ok: false }, requestId: string): CallToolResult {
  const text = faultText(answer.error);
  if (answer.error.code === 'not_found') throw new ProtocolError(ProtocolErrorCode.InvalidParams, text, faultOf(answer, requestId));
  return {
    isError: true,
    content: [textBlock(text)],
    _meta: { 'gatehouse/error': faultOf(answer, requestId), ...(answer.isReplay && replayedMeta) },
  };
}

/** Text of a refusal for a model. It includes code and reason, because many frameworks pass on only the text. // D4 */
export function faultText({ code, reason, message }: GatewayError): string {
  return `${reason === undefined ? code : `${code}/${reason}`}: ${message}`;
}

/** Fields of a refusal for programs. */
export function faultOf({ error, rate }: Answer & { ok: false }, requestId: string) {
  return {
    code: error.code,
    ...(error.reason !== undefined && { reason: error.reason }),
    ...(error.code === 'rate_limited' && rate && { retryAfterSeconds: rate.resetSeconds }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
    requestId,
  };
}

function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}
