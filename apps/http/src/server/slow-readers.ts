import type { Socket } from 'node:net';
import type { RequestsInFlight } from './requests-in-flight.ts';

export interface SlowReadersOptions {
  requests: Pick<RequestsInFlight, 'all'>;
  /** Bytes per second that a reader may be as slow as. */
  minimumRate: number;
  /** How long a reader may take nothing while bytes wait, beyond what the system keeps for it. Milliseconds. */
  patience: number;
}

export interface SlowReaders {
  /** Cuts every connection whose answer waits for a reader that takes less. Called about once a second, with a steady clock in milliseconds. */
  look(now: number): void;
}

/** When a connection last kept up with the rate, and what it had taken by then. */
interface Mark {
  at: number;
  taken: number;
}

/**
 * The system takes bytes for a reader in steps of up to a third of its buffer, which grows to 4 MiB: a slow reader's next step shows only
 * when so much was read. Nothing is known of the buffer but that it never held more than was sent.
 */
const largestBuffer = 4 * 1024 * 1024;

/** What passes beyond this between two looks, this process was too busy to send: not the reader's fault. Milliseconds. */
const longestStep = 2000;

/** Readers that do not read hold memory and places: they have to take something now and then. Where nothing waits, nobody is asked. */
export function createSlowReaders({ requests, minimumRate, patience }: SlowReadersOptions): SlowReaders {
  const marks = new WeakMap<Socket, Mark>();
  let clock = 0;
  let lookedAt = 0;

  function isTooSlow(socket: Socket): boolean {
    const { taken, waiting } = flowOf(socket);
    const mark = marks.get(socket);
    if (waiting === 0) {
      if (mark) marks.delete(socket);
      return false;
    }
    const elapsed = clock - (mark?.at ?? clock);
    const progress = taken - (mark?.taken ?? taken);
    // Half the rate is enough to go on: a step that comes a little late must not cost an honest reader the connection.
    if (!mark || (progress > 0 && progress >= (minimumRate / 2) * (elapsed / 1000))) {
      marks.set(socket, { at: clock, taken });
      return false;
    }
    const stepMs = (Math.min(taken, largestBuffer) / 2 / minimumRate) * 1000;
    return elapsed > patience + stepMs;
  }

  return {
    look(now) {
      clock += Math.min(now - lookedAt, longestStep);
      lookedAt = now;
      for (const { headersSent, req } of requests.all()) if (headersSent && isTooSlow(req.socket)) req.socket.destroy();
    },
  };
}

/** Whether bytes of an answer wait for the reader of a connection. */
export function isUnread(socket: Socket): boolean {
  return flowOf(socket).waiting > 0;
}

/** What the system has taken of a connection's bytes, and what it has not. */
function flowOf(socket: Socket): { taken: number; waiting: number } {
  const handle = handleOf(socket);
  return handle ? { taken: handle.bytesWritten - handle.writeQueueSize, waiting: handle.writeQueueSize } : { taken: 0, waiting: 0 };
}

interface StreamHandle {
  /** What was handed over to be sent. */
  bytesWritten: number;
  /** What of it the system had no room for. */
  writeQueueSize: number;
}

/** Node's own timeouts look at the same handle; `socket.bytesWritten` counts what still waits as written. Null when it is closed. */
function handleOf(socket: Socket): StreamHandle | null {
  return (socket as unknown as { _handle: StreamHandle | null })._handle;
}
