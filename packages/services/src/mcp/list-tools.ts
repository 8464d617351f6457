import type { JsonObject, ToolDefinition } from '@gatehouse/core';
import type { Client } from '@modelcontextprotocol/client';
import { tooLarge } from '../failure.ts';
import { isDeep } from '../nesting.ts';
import type { Redactor } from '../redact.ts';
import { anyResult } from './any-result.ts';
import { garbage } from './mcp-failure.ts';
import { readTool } from './read-tool.ts';

/** A listing may have any number of pages; these bound it as a whole. */
const mostTools = 10_000;
const mostPages = 10_000;
const mostLetters = 32 * 1024 * 1024;

interface ListOptions {
  signal: AbortSignal;
  timeout: number;
}

/** All tools that a server lists and that somebody could call: each is read by itself, so that one of no use costs no other. */
export async function listAllTools(client: Client, redactor: Redactor, options: ListOptions): Promise<ToolDefinition[]> {
  const found: ToolDefinition[] = [];
  // A server without tools need not know the question.
  if (!client.getServerCapabilities()?.tools) return found;
  let letters = 0;
  let pages = 0;
  for (let cursor: string | undefined, next: string | undefined; ; cursor = next) {
    const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
    const page = asPage(await client.request(request, anyResult, options));
    for (const tool of page.tools) {
      if (isDeep(tool)) continue;
      const json = JSON.stringify(tool) ?? '';
      letters += json.length;
      const read = readTool(redactor.value(tool, json));
      if (read) found.push(read);
    }
    if (found.length > mostTools || letters > mostLetters || ++pages > mostPages) throw tooLarge('a listing without an end');
    next = page.nextCursor;
    // A cursor that leads to itself would be asked for ever.
    if (next === undefined || next === cursor) return found;
  }
}

interface Page {
  tools: unknown[];
  nextCursor?: string | undefined;
}

function asPage(result: unknown): Page {
  const { tools, nextCursor } = (typeof result === 'object' && result !== null ? result : {}) as JsonObject;
  if (!Array.isArray(tools)) throw garbage(new Error('a listing without tools'));
  return { tools, nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
}
