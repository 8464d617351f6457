import type { JsonObject, ServiceResult } from '@gatehouse/core';
import { ServiceFailure, tooLarge } from '../failure.ts';
import type { Redactor } from '../redact.ts';

/** The result of a tool as callers get it: content and structuredContent, as they came (D35). */
export function passOn(result: ServiceResult, redactor: Redactor, maximumBytes: number): ServiceResult {
  const json = JSON.stringify(result);
  if (Buffer.byteLength(json) > maximumBytes) throw tooLarge(`a result of more than ${Math.floor(maximumBytes / 1024)} KiB`);
  return redactor.value(result, json);
}

interface CallToolResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: unknown;
}

export function readResult({ content, structuredContent, isError }: CallToolResult, redactor: Redactor): ServiceResult {
  const items = Array.isArray(content) ? (content as { type: string; text?: unknown }[]) : undefined;
  if (isError === true) {
    const text = (items ?? []).map((item) => (typeof item.text === 'string' ? item.text : `(${item.type})`)).join(' ');
    throw new ServiceFailure('failed', `reports an error; correct the call by what it says: ${redactor.quote(text) || 'nothing'}`);
  }
  return {
    ...(items ? { content: items } : {}),
    ...(isObject(structuredContent) ? { structuredContent } : {}),
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
