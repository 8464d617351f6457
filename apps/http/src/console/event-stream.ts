import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { commonHeaders } from '../answers.ts';
import type { EntranceBindings } from '../bindings.ts';

export interface StreamEvent {
  event: string;
  data: string;
  /** What the browser says, when it comes again, that it has heard last. */
  id?: string | undefined;
}

/** An answer that goes on: events as a browser's EventSource reads them. */
export interface EventStream {
  send(event: StreamEvent): void;
  /** Begins an event whose data comes in parts. Nothing else may be sent until it is closed; the browser forgets it when that never comes. */
  open(event: string): OpenEvent;
  /** Closes it; the browser comes again by itself. */
  end(): void;
}

export interface OpenEvent {
  /** Adds a line. Resolves when the browser has read so much that there is room for more; false when the stream is over. */
  add(line: string): Promise<boolean>;
  /** Adds the last line. */
  close(line: string, id: string): void;
}

export interface EventStreamOptions {
  /** Called once, when it is over for whatever reason. */
  onEnd: () => void;
  /** What is to be said now and then, if anything. */
  heartbeat?: () => StreamEvent | undefined;
  /** How long it may be silent: connections that say nothing are closed. */
  silenceMs?: number;
  /** What may lie unread for a browser that reads too slowly; it is cut off then, and asks for the rest. */
  maxUnreadBytes?: number;
}

/** Begins the answer of a request. */
export function openEventStream(
  { outgoing, requestId, draining }: Pick<EntranceBindings, 'outgoing' | 'requestId' | 'draining'>,
  { onEnd, heartbeat = () => undefined, silenceMs = 15_000, maxUnreadBytes = 1024 * 1024 }: EventStreamOptions,
): EventStream {
  outgoing.writeHead(200, { ...commonHeaders(requestId), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  const timer = setInterval(sayBeat, silenceMs);
  const end = () => void outgoing.end();
  let isInEvent = false;

  function write(text: string): boolean {
    if (outgoing.writableEnded) return false;
    if (outgoing.writableLength <= maxUnreadBytes) return outgoing.write(text);
    outgoing.destroy();
    return false;
  }

  /** A comment, where nothing else is to be said: inside an event too, which a blank line would close. */
  function sayBeat(): void {
    const event = isInEvent ? undefined : heartbeat();
    if (event) send(event);
    else write(':\n');
  }

  function send({ event, data, id }: StreamEvent): void {
    write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`);
  }

  function open(event: string): OpenEvent {
    isInEvent = true;
    write(`event: ${event}\n`);
    return {
      async add(line) {
        if (!write(`data: ${line}\n`) && !outgoing.destroyed) await drained(outgoing);
        return !outgoing.destroyed && !outgoing.writableEnded;
      },
      close(line, id) {
        isInEvent = false;
        write(`data: ${line}\nid: ${id}\n\n`);
      },
    };
  }

  outgoing.once('close', () => {
    clearInterval(timer);
    draining.removeEventListener('abort', end);
    onEnd();
  });
  draining.addEventListener('abort', end);
  if (draining.aborted) end();
  // The head alone would wait for the first event.
  else write(':\n');
  return { send, open, end };
}

/** Resolves when there is room again, or the connection is gone. */
async function drained(outgoing: ServerResponse): Promise<void> {
  const over = new AbortController();
  await Promise.race([once(outgoing, 'drain', over), once(outgoing, 'close', over)]).finally(() => over.abort());
}
