import type { Readable, Writable } from 'node:stream';
import { oneLineOfJson } from '@gatehouse/core';
import { type JSONRPCMessage, parseJSONRPCMessage, type RequestId, type Transport } from '@modelcontextprotocol/server';
import { type Incoming, MalformedMessage, readIncoming } from '../requests/incoming.ts';
import { readMessageLines } from './message-lines.ts';

export interface LineTransportOptions {
  stdin: Readable;
  stdout: Writable;
  /** Arguments of tool calls that wait for their handler. */
  given: Incoming['given'];
  /** Called with every valid message before it is handled. This message and later ones wait for the returned promise. */
  onIncoming?: (message: JSONRPCMessage) => Promise<void> | undefined;
}

export interface LineTransport extends Transport {
  /** Closes when every request read so far is answered, or when that takes too long. */
  finish(): void;
}

/** A request of 36 MiB stays readable with every character of its text escaped twice over. */
export const maxLineBytes = 64 * 1024 * 1024;
const finishWithinMs = 5000;

/** MCP over a pair of streams, one message per line: messages are read as over HTTP, and malformed ones are answered, not dropped. */
export function createLineTransport({ stdin, stdout, given, onIncoming }: LineTransportOptions): LineTransport {
  const pending = new Set<RequestId>();
  let isFinishing = false;
  let isClosed = false;
  let stopReading = () => {};
  /** The last message that waits to be served. */
  let held: Promise<void> | undefined;

  function readLine(bytes: Buffer): void {
    const message = readMessage(bytes);
    if (!message) return;
    if ('method' in message && 'id' in message && message.method !== 'subscriptions/listen') pending.add(message.id);
    const wait = onIncoming?.(message);
    if (!held && !wait) return void transport.onmessage?.(message);
    const served = Promise.all([held, wait]).then(() => {
      if (held === served) held = undefined;
      if (!isClosed) transport.onmessage?.(message);
    });
    held = served;
  }

  function readMessage(bytes: Buffer): JSONRPCMessage | undefined {
    try {
      const incoming = readIncoming(bytes);
      if (Array.isArray(incoming.body)) throw new MalformedMessage(-32600, 'Invalid Request: send one message per line, no batches');
      const message = parseMessage(incoming.body);
      for (const [id, args] of incoming.given) given.set(id, args);
      return message;
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      write({ jsonrpc: '2.0', id: error.id, error: { code: error.code, message: error.message } });
      return undefined;
    }
  }

  function write(message: object): void {
    if (!isClosed) stdout.write(`${oneLineOfJson(JSON.stringify(message))}\n`);
  }

  function finish(): void {
    isFinishing = true;
    stopReading();
    if (pending.size === 0) return void transport.close();
    setTimeout(() => void transport.close(), finishWithinMs).unref();
  }

  const onBroken = () => void transport.close();

  const transport: LineTransport = {
    finish,
    async start() {
      stdout.on('error', onBroken);
      stopReading = readMessageLines(stdin, maxLineBytes, {
        line: readLine,
        tooLong: () =>
          write({
            jsonrpc: '2.0',
            id: null,
            error: { code: -32600, message: `Invalid Request: a message can have at most ${maxLineBytes} bytes` },
          }),
        end: finish,
      });
    },
    async send(message) {
      write(message);
      if ('method' in message || message.id === undefined) return;
      pending.delete(message.id);
      given.delete(message.id);
      if (isFinishing && pending.size === 0) await transport.close();
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      stopReading();
      transport.onclose?.();
    },
  };
  return transport;
}

function parseMessage(body: unknown): JSONRPCMessage {
  try {
    return parseJSONRPCMessage(body);
  } catch {
    throw new MalformedMessage(-32600, 'Invalid Request: this is not a JSON-RPC 2.0 message');
  }
}
