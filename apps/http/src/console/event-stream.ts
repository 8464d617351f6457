import { commonHeaders } from '../answers.ts';
import type { EntranceBindings } from '../bindings.ts';

/** An answer that goes on: events as a browser's EventSource reads them. */
export interface EventStream {
  send(event: string, data: string): void;
  /** Closes it; the browser comes again by itself. */
  end(): void;
}

export interface EventStreamOptions {
  /** Called once, when it is over for whatever reason. */
  onEnd: () => void;
  /** How long it may be silent: connections that say nothing are closed. */
  silenceMs?: number;
  /** What may lie unread for a browser that reads too slowly; it is cut off then, and asks for the rest. */
  mostUnreadBytes?: number;
}

/** Begins the answer of a request. */
export function openEventStream(
  { outgoing, requestId, draining }: Pick<EntranceBindings, 'outgoing' | 'requestId' | 'draining'>,
  { onEnd, silenceMs = 15_000, mostUnreadBytes = 1024 * 1024 }: EventStreamOptions,
): EventStream {
  outgoing.writeHead(200, { ...commonHeaders(requestId), 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  const beat = setInterval(() => write(':\n\n'), silenceMs);
  const end = () => void outgoing.end();

  function write(text: string): void {
    if (outgoing.writableLength > mostUnreadBytes) outgoing.destroy();
    else outgoing.write(text);
  }

  outgoing.once('close', () => {
    clearInterval(beat);
    draining.removeEventListener('abort', end);
    onEnd();
  });
  draining.addEventListener('abort', end);
  if (draining.aborted) end();
  // The head alone would wait for the first event.
  else write(':\n\n');
  return { send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`), end };
}
