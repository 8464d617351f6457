import type { ServiceResult } from '@gatehouse/core';
import { isJsonObject, parseExactly } from '@gatehouse/domain';
import { ServiceFailure } from '../../kernel/failure.ts';
import { type Answer, decodedText, mediaTypeOf } from '../../net/answer.ts';
import { resultHeaders } from './result-headers.ts';

/**
 * Converts a successful answer to a tool result: JSON also as structuredContent, pictures and sound as such, other content as text or
 * bytes. Adds the headers that describe the result.
 */
export async function readResponse(response: Answer, uri: string, declaredHeaders: readonly string[] = []): Promise<ServiceResult> {
  const result = await readBody(response, uri);
  const headers = resultHeaders(response.headers, declaredHeaders);
  return headers ? { ...result, headers } : result;
}

async function readBody(response: Answer, uri: string): Promise<ServiceResult> {
  const bytes = await response.bytes();
  if (bytes.length === 0) return { content: [{ type: 'text', text: `HTTP ${response.status}` }] };
  const mimeType = mediaTypeOf(response.headers);
  if (mimeType === 'application/json' || mimeType.endsWith('+json')) return readJson(decodedText(response.headers, bytes));
  if (mimeType.startsWith('image/') && mimeType !== 'image/svg+xml') return binary('image', bytes, mimeType);
  if (mimeType.startsWith('audio/')) return binary('audio', bytes, mimeType);
  if (isText(mimeType)) return { content: [{ type: 'text', text: decodedText(response.headers, bytes) }] };
  const resource = { uri, mimeType: mimeType || 'application/octet-stream', blob: bytes.toString('base64') };
  return { content: [{ type: 'resource', resource }] };
}

function readJson(text: string): ServiceResult {
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch (cause) {
    throw new ServiceFailure('failed', 'returned invalid JSON; tell the operator of the service', { cause });
  }
  // structuredContent must be an object, so other values are wrapped.
  const structuredContent = isJsonObject(value) ? value : { result: value };
  return { content: [{ type: 'text', text }], structuredContent };
}

function binary(type: 'image' | 'audio', bytes: Buffer, mimeType: string): ServiceResult {
  return { content: [{ type, data: bytes.toString('base64'), mimeType }] };
}

function isText(mimeType: string): boolean {
  return mimeType === '' || mimeType.startsWith('text/') || /[/+](json-seq|xml|yaml|javascript|x-www-form-urlencoded)$/.test(mimeType);
}
