import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { commonHeaders } from '../answers.ts';
import type { EntranceBindings } from '../bindings.ts';

export interface StreamEvent {
  event: string;
  data: string;
  /** Position that the browser sends when it reconnects. */
  id?: string | undefined;
}

/** A streamed answer with events for a browser's EventSource. */
export interface EventStream {
  send(event: StreamEvent): void;
  /**
   * Begins an event whose data comes in parts. No other event may be sent until it is closed. If it is never closed, the browser drops it.
   */
  open(event: string): OpenEvent;
  /** Closes the stream. The browser reconnects by itself. */
  end(): void;
}

export interface OpenEvent {
  /** Adds a line. Resolves when the browser has read enough to make room for more. False if the stream has ended. */
  add(line: string): Promise<boolean>;
  /** Adds the last line. */
  close(line: string, id: string): void;
}

export interface EventStreamOptions {
  /** Called once when the stream ends for any reason. */
  onEnd: () => void;
  /** Event to send at intervals, if any. */
  heartbeat?: () => StreamEvent | undefined;
  /** Maximum silence: proxies close silent connections. Milliseconds. */
  silenceMs?: number;
  /** Maximum unread bytes for a slow browser. Beyond it the browser is disconnected, and requests the rest later. */
  maxUnreadBytes?: number;
}

/** Begins the streamed answer of a request. */
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

  /**
   * Sends the heartbeat event, or a comment without one. Inside an event it is always a comment, because a blank line would end the event.
   */
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
  // Sends a comment, because the head alone would wait for the first event.
  else write(':\n');
  return { send, open, end };
}

/** Resolves when there is room again, or when the connection is gone. */
async function drained(outgoing: ServerResponse): Promise<void> {
  const over = new AbortController();
  await Promise.race([once(outgoing, 'drain', over), once(outgoing, 'close', over)]).finally(() => over.abort());
}
