import type { Readable, Writable } from 'node:stream';
import { oneLineOfJson } from '@gatehouse/core';
import { codeOf, fieldOf, isObject, messageOf, parseExactly } from '@gatehouse/domain';
import { sessionIdHeader } from '../requests/client-names.ts';
import { readEventData } from '../streams/server-events.ts';
import { protocolHeaders, type RemoteSession } from './bridge-headers.ts';
import { maxLineBytes } from './line-transport.ts';
import { readMessageLines } from './message-lines.ts';

export interface StdioBridgeOptions {
  /** The address of the remote gateway or of its MCP endpoint. */
  url: string;
  key: string | undefined;
  /** The name of this machine. */
  machine?: string | undefined;
  version: string;
  stdin: Readable;
  /** Carries only the protocol. */
  stdout: Writable;
  stderr: Writable;
}

interface Message {
  id?: unknown;
  method?: unknown;
  params?: Record<string, unknown>;
}

const finishWithinMs = 5000;
const internalError = -32603;

/** Forwards messages of a local stdio client to a remote gateway, and its answers back. Resolves with the exit code. */
export async function openStdioBridge({ url, key, machine, version, stdin, stdout, stderr }: StdioBridgeOptions): Promise<number> {
  const endpoint = endpointOf(url);
  if (!key || !endpoint) {
    stderr.write(
      `gatehouse mcp: ${key ? `${JSON.stringify(url)} is not an http or https URL` : 'no key: set GATEHOUSE_KEY to a key of the gateway'}\n`,
    );
    return 1;
  }
  const over = Promise.withResolvers<number>();
  const underWay = new Map<unknown, { controller: AbortController; isStream: boolean }>();
  const session: RemoteSession = { userAgent: `gatehouse-mcp/${version}`, machine };
  let isEnding = false;

  const say = (line: string) => stderr.write(`gatehouse mcp: ${line}\n`);
  const write = (message: unknown) => stdout.write(`${oneLineOfJson(typeof message === 'string' ? message : JSON.stringify(message))}\n`);
  const fail = (id: unknown, message: string) =>
    id === undefined ? say(message) : write({ jsonrpc: '2.0', id, error: { code: internalError, message } });

  function readLine(bytes: Buffer): void {
    let message: Message;
    try {
      message = parseExactly(bytes.toString()) as Message;
    } catch {
      return void write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error: the line is not valid JSON' } });
    }
    // Over HTTP a call is cancelled by closing its request, in both eras.
    if (message?.method === 'notifications/cancelled') underWay.get(message.params?.requestId)?.controller.abort();
    else void forward(message, bytes);
  }

  async function forward(message: Message, body: Buffer): Promise<void> {
    const controller = new AbortController();
    const id = message?.id ?? undefined;
    const slot = id ?? Symbol('notification');
    underWay.set(slot, { controller, isStream: message?.method === 'subscriptions/listen' });
    try {
      await exchange(message, body, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) fail(id, `the gateway at ${endpoint} cannot be reached: ${causeOf(error)}`);
    } finally {
      underWay.delete(slot);
      if (isEnding && underWay.size === 0) over.resolve(0);
    }
  }

  async function exchange(message: Message, body: Buffer, signal: AbortSignal): Promise<void> {
    const headers = { ...protocolHeaders(message, session), Authorization: `Bearer ${key}` };
    const response = await fetch(endpoint!, { method: 'POST', headers, body: new Uint8Array(body), signal, redirect: 'error' });
    if (response.status === 401) return await loseKey(response);
    if (message?.method === 'initialize') session.id = response.headers.get(sessionIdHeader) ?? undefined;
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) return await relayEvents(response, message.id);
    const text = await response.text();
    const answer = parseAnswer(text);
    if (answer) return void write(answer.id === null && message.id !== undefined ? { ...answer, id: message.id } : text);
    if (!response.ok || message.id !== undefined)
      fail(message.id, `the gateway at ${endpoint} answered HTTP ${response.status} without a message`);
  }

  /** A stream that breaks off before the answer would leave its caller waiting for ever. */
  async function relayEvents(response: Response, id: unknown): Promise<void> {
    let isAnswered = false;
    for await (const data of readEventData(response)) {
      const message = parseAnswer(data);
      if (!message) continue;
      write(data.includes('\n') ? message : data);
      isAnswered ||= !('method' in message) && message.id === id;
    }
    if (!isAnswered && id !== undefined) fail(id, `the gateway at ${endpoint} ended its answer too early`);
  }

  async function loseKey(response: Response): Promise<void> {
    const message = fieldOf(fieldOf(await response.json().catch(() => undefined), 'error'), 'message');
    say(typeof message === 'string' ? message : 'the gateway does not accept this key');
    over.resolve(1);
  }

  function end(): void {
    isEnding = true;
    for (const { controller, isStream } of underWay.values()) if (isStream) controller.abort();
    if (underWay.size === 0) over.resolve(0);
    else setTimeout(() => over.resolve(0), finishWithinMs).unref();
  }

  stdout.once('error', () => over.resolve(0));
  const stopReading = readMessageLines(stdin, maxLineBytes, {
    line: readLine,
    tooLong: () =>
      write({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: `Invalid Request: a message can have at most ${maxLineBytes} bytes` },
      }),
    end,
  });
  const code = await over.promise;
  stopReading();
  for (const { controller } of underWay.values()) controller.abort();
  return code;
}

function endpointOf(url: string): URL | undefined {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  if (parsed.pathname === '/') parsed.pathname = '/mcp';
  return parsed;
}

function parseAnswer(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseExactly(text);
    return isObject(value) && 'jsonrpc' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Cause of an error of `fetch`. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return codeOf(cause) ?? messageOf(cause ?? error);
}
