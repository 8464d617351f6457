import type { LeftOut, ToolDefinition } from '@gatehouse/core';
import type { Client } from '@modelcontextprotocol/client';
import { tooLarge } from '../../kernel/failure.ts';
import { freeName } from '../../kernel/free-name.ts';
import { objectOf } from '../../kernel/guards.ts';
import { isDeep } from '../../kernel/nesting.ts';
import type { Redactor } from '../../kernel/redact.ts';
import type { Listed } from '../connector.ts';
import { anyResult } from './any-result.ts';
import { garbage } from './mcp-failure.ts';
import { maxName, readTool } from './read-tool.ts';

/** Limits of a whole listing, which may have any number of pages. */
const maxTools = 10_000;
const maxPages = 10_000;
/** Maximum reported tools that are left out. */
const maxLeftOut = 1000;
const maxLetters = 32 * 1024 * 1024;

interface ListOptions {
  signal: AbortSignal;
  timeout: number;
}

/**
 * Lists all tools of a server, and separately those that cannot be called. Each tool is read separately, so that an invalid one does not
 * affect others. // D48
 */
export async function listAllTools(client: Client, redactor: Redactor, options: ListOptions): Promise<Listed> {
  const found: ToolDefinition[] = [];
  const leftOut: LeftOut[] = [];
  // A server without tools need not support the request.
  if (!client.getServerCapabilities()?.tools) return { tools: found };
  let letters = 0;
  let pages = 0;
  for (let cursor: string | undefined, next: string | undefined; ; cursor = next) {
    const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
    const page = asPage(await client.request(request, anyResult, options));
    for (const tool of page.tools) {
      const { read, length, why = ofNoUse } = readOne(tool, redactor);
      letters += length;
      if (read) found.push(read);
      else if (leftOut.length < maxLeftOut) leftOut.push({ operation: redactor.text(nameOf(tool)), ...why });
    }
    if (found.length > maxTools || letters > maxLetters || ++pages > maxPages) throw tooLarge('an endless listing');
    next = page.nextCursor;
    // A cursor that leads to itself would repeat forever.
    if (next === undefined || next === cursor) return { tools: toldApart(found), leftOut };
  }
}

/** Gives a changed name a number if another tool has that name unchanged. */
function toldApart(tools: ToolDefinition[]): ToolDefinition[] {
  const taken = new Set(tools.filter(({ binding }) => binding === null).map(({ name }) => name));
  return tools.map((tool) => (tool.binding === null ? tool : { ...tool, name: freeName(tool.name, taken, maxName) }));
}

function readOne(tool: unknown, redactor: Redactor): { read: ToolDefinition | undefined; length: number; why?: WhyLeftOut } {
  if (isDeep(tool)) return { read: undefined, length: 0 };
  if (needsTask(tool)) return { read: undefined, length: 0, why: ofTasks };
  const json = JSON.stringify(tool) ?? '';
  return { read: readTool(redactor.value(tool, json)), length: json.length };
}

/** True for a tool that a server runs only as a task. It refuses plain calls, so the tool cannot be used here. */
function needsTask(tool: unknown): boolean {
  return objectOf(objectOf(tool)?.execution)?.taskSupport === 'required';
}

type WhyLeftOut = Omit<LeftOut, 'operation'>;

const ofTasks: WhyLeftOut = {
  reason: 'it can only be called as a task (execution.taskSupport "required"), and tasks are not supported',
  code: 'needs_task',
};
const ofNoUse: WhyLeftOut = {
  reason: 'its definition has no valid name, is too large or too deep, or cannot be stored as text',
  code: 'bad_definition',
};

function nameOf(tool: unknown): string {
  const name = typeof tool === 'object' && tool !== null && 'name' in tool && typeof tool.name === 'string' ? tool.name : '';
  const shown = name
    .slice(0, 200)
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  return shown || 'a tool without a name';
}

interface Page {
  tools: unknown[];
  nextCursor?: string | undefined;
}

function asPage(result: unknown): Page {
  const { tools, nextCursor } = objectOf(result) ?? {};
  if (!Array.isArray(tools)) throw garbage(new Error('a listing without tools'));
  return { tools, nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined };
}
