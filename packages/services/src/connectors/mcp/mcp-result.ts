import type { ServiceResult } from '@gatehouse/core';
import { beforeServiceWords } from '@gatehouse/domain';
import { ServiceFailure, tooDeep, tooLarge } from '../../kernel/failure.ts';
import { isObject } from '../../kernel/guards.ts';
import { isDeep } from '../../kernel/nesting.ts';
import type { Redactor } from '../../kernel/redact.ts';

/** Prepares the result of a tool for callers: content and structuredContent, unchanged except for removed secrets. // D35 */
export function passOn(result: ServiceResult, redactor: Redactor, maxBytes: number): ServiceResult {
  if (isDeep(result)) throw tooDeep();
  const json = JSON.stringify(result);
  if (Buffer.byteLength(json) > maxBytes) throw tooLarge(`a result of more than ${Math.floor(maxBytes / 1024)} KiB`);
  return redactor.value(result, json);
}

/** Reads a server's answer to a call, without assumptions about its form. */
export function readResult(result: unknown, redactor: Redactor): ServiceResult {
  if (!isObject(result)) throw notContent();
  const { content, structuredContent, isError } = result;
  if (content !== undefined && !isContent(content)) throw notContent();
  if (isError === true) {
    const text = (content ?? []).map((item) => (typeof item.text === 'string' ? item.text : `(${item.type})`)).join(' ');
    throw new ServiceFailure('failed', `reports an error; ${beforeServiceWords}${redactor.quote(text) || 'nothing'}`);
  }
  return {
    ...(content || !isObject(structuredContent) ? { content: content ?? [] } : {}),
    ...(isObject(structuredContent) ? { structuredContent } : {}),
  };
}

/** True for a list of content items. Items of unknown kinds are passed on unchanged. */
function isContent(content: unknown): content is NonNullable<ServiceResult['content']> {
  return (
    Array.isArray(content) &&
    content.every((item) => isObject(item) && typeof item.type === 'string' && (item.text === undefined || typeof item.text === 'string'))
  );
}

function notContent(): ServiceFailure {
  return new ServiceFailure('failed', 'returned a result that does not conform to MCP; tell the operator of the service');
}
