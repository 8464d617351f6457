import { type ChannelListener, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { inspect } from 'node:util';
import { findAny } from './find-any.ts';
import { type Planted, plantedEverywhere, tracesOf } from './planted.ts';

/** Searches for the planted secrets in everything that leaves a world, and in everything that it leaves behind (D36). */
export interface SecretWatch {
  /** A text, bytes, or anything that can be printed. */
  look(where: string, what: unknown): void;
  /** Every file below a folder. */
  lookAtFolder(folder: string, isMeantToHoldSecrets?: (file: string) => boolean): void;
  /** Every byte that is sent from a port of this process, from now on. */
  listenTo(port: number): void;
  /** Throws when a secret was found anywhere. */
  close(): void;
}

const maxTrace = 256;

export function watchSecrets(more: readonly Planted[] = []): SecretWatch {
  const traces = [...plantedEverywhere, ...more].flatMap(tracesOf);
  const holdsAny = findAny(traces.map(({ bytes }) => bytes));
  const found = new Set<string>();
  const ports = new Set<number>();

  function lookInBytes(where: string, bytes: Buffer): void {
    if (!holdsAny(bytes)) return;
    for (const trace of traces) if (bytes.includes(trace.bytes)) found.add(`${where}: ${trace.name}`);
  }

  function look(where: string, what: unknown): void {
    if (what instanceof Uint8Array) lookInBytes(where, Buffer.from(what.buffer, what.byteOffset, what.byteLength));
    else lookInBytes(where, Buffer.from(typeof what === 'string' ? what : inspect(what, { depth: 20, maxStringLength: null })));
  }

  const onSocket: ChannelListener = (message) => {
    const { socket } = message as { socket: Socket };
    if (ports.has(socket.localPort ?? 0)) lookAtAllSent(socket, (bytes) => lookInBytes('what was answered', bytes));
  };
  subscribe('net.server.socket', onSocket);

  return {
    look,
    lookAtFolder(folder, isMeantToHoldSecrets = () => false) {
      for (const entry of entriesBelow(folder)) {
        const file = path.join(entry.parentPath, entry.name);
        look('a name of a file', file);
        if (entry.isFile() && !isMeantToHoldSecrets(file)) lookInBytes(path.relative(folder, file), readFileSync(file));
      }
    },
    listenTo: (port) => void ports.add(port),
    close() {
      unsubscribe('net.server.socket', onSocket);
      if (found.size > 0) throw new Error(`secrets were found where none may be:\n${[...found].join('\n')}`);
    },
  };
}

/**
 * Lists everything below a folder without following links. A recursive `readdir` follows them, and in a loop would read everything forty
 * times.
 */
function* entriesBelow(folder: string): Generator<Dirent> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    yield entry;
    if (entry.isDirectory()) yield* entriesBelow(path.join(folder, entry.name));
  }
}

/** Passes on sent data. It comes in parts, so the end of each part is checked again with the next. */
function lookAtAllSent(socket: Socket, onSent: (bytes: Buffer) => void): void {
  const write = socket.write;
  let last: Buffer = Buffer.alloc(0);
  socket.write = function (this: Socket, chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : 'utf8';
    const bytes = Buffer.concat([last, typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk]);
    onSent(bytes);
    last = bytes.subarray(-maxTrace);
    return Reflect.apply(write, this, [chunk, ...rest]);
  };
}
