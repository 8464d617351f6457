import type { IncomingHttpHeaders } from 'node:http';
import { budgets, createQuotas } from '@gatehouse/domain';
import { createGrowingBuffer } from './growing-buffer.ts';
import { type HeldSource, holdBody, stopConnection, takeHeld } from './hold-body.ts';
import { type Arrival, createPace } from './pace.ts';
import { createSmallPieces, type SmallPiecesOptions } from './small-pieces.ts';

export interface BodiesOptions {
  /** Memory that all bodies of the process may take. */
  memoryBytes?: number;
  /** Maximum bodies that arrive concurrently. */
  underWay?: number;
  /** Minimum average rate of a body. Bytes per second. */
  leastRate?: number;
  /** Maximum delay behind that rate. Milliseconds. */
  graceMs?: number;
  smallPieces?: SmallPiecesOptions;
}

/** A request whose body is read: Node's request, or an object like it. */
export type BodySource = HeldSource & { headers: IncomingHttpHeaders; complete: boolean };

export interface ReadOptions {
  maxBytes: number;
  /** The key of the request, after it was found valid. No key can take more than a quarter of the memory or of the places. */
  key: string | undefined;
}

/** Result of reading a body. The memory of a whole body is released by `release`, when its bytes are no longer needed. */
export type ReceivedBody =
  | WholeBody
  | { outcome: 'too_large'; size: number }
  | { outcome: 'no_room' }
  | { outcome: 'too_slow' }
  | { outcome: 'aborted' };

export interface WholeBody {
  outcome: 'whole';
  bytes: Buffer;
  key: string | undefined;
  held: number;
}

/** Reads the bodies of all requests of a process, from every entrance, within a shared limit. */
export interface Bodies {
  read(source: BodySource, options: ReadOptions): Promise<ReceivedBody>;
  /** Releases the memory of a body. Calling it again has no effect. */
  release(body: ReceivedBody): void;
  readonly heldBytes: number;
  readonly underWay: number;
  /** Number of bodies so far that came too slowly (`late`), or for which there was no room (`shed`). */
  readonly late: number;
  readonly shed: number;
}

const standard = { memoryBytes: budgets.bodyBytes.places, underWay: budgets.bodies.places, leastRate: 8 * 1024, graceMs: 15_000 };

export function createBodies(options: BodiesOptions = {}): Bodies {
  const { memoryBytes, underWay, leastRate, graceMs } = { ...standard, ...options };
  const memory = createQuotas('bodyBytes', { places: memoryBytes });
  const places = createQuotas('bodies', { places: underWay });
  const ended = { late: 0, shed: 0 };
  const smallPieces = createSmallPieces(options.smallPieces);
  const pace = createPace({ leastRate, graceMs, everyMs: graceMs / 15 });
  const readArriving = createArrivals({ memory, places, smallPieces, pace });

  /** Takes a body that arrived with its head. It is at most a packet, so it counts only to the total, not to a key. */
  function takeArrived(source: BodySource, declared: number | undefined): WholeBody | undefined {
    if (!declared || !hasWholeBody(source) || !memory.take(undefined, declared)) return undefined;
    const bytes: Buffer | null = source.read();
    if (bytes) return { outcome: 'whole', bytes, key: undefined, held: declared };
    memory.release(undefined, declared);
    return undefined;
  }

  function count(body: ReceivedBody): ReceivedBody {
    if (body.outcome === 'too_slow') ended.late++;
    if (body.outcome === 'no_room') ended.shed++;
    return body;
  }

  return {
    read(source, options) {
      const declared = declaredLength(source);
      if (declared !== undefined && declared > options.maxBytes) return Promise.resolve({ outcome: 'too_large', size: declared });
      if (declared === 0) return Promise.resolve(noBody(source));
      const arrived = takeArrived(source, declared);
      if (arrived) return Promise.resolve(arrived);
      const reading = places.take(options.key, 1)
        ? readArriving(source, declared, options)
        : Promise.resolve<ReceivedBody>({ outcome: 'no_room' });
      return reading.then(count);
    },
    release(body) {
      if (body.outcome !== 'whole') return;
      memory.release(body.key, body.held);
      body.held = 0;
    },
    get heldBytes() {
      return memory.taken;
    },
    get underWay() {
      return places.taken;
    },
    get late() {
      return ended.late;
    },
    get shed() {
      return ended.shed;
    },
  };
}

interface ArrivalParts {
  memory: ReturnType<typeof createQuotas>;
  places: ReturnType<typeof createQuotas>;
  smallPieces: ReturnType<typeof createSmallPieces>;
  pace: ReturnType<typeof createPace>;
}

/** Reads bodies that are still arriving. */
function createArrivals({ memory, places, smallPieces, pace }: ArrivalParts) {
  return function readArriving(source: BodySource, declared: number | undefined, { maxBytes, key }: ReadOptions): Promise<ReceivedBody> {
    const { promise, resolve } = Promise.withResolvers<ReceivedBody>();
    const most = declared ?? Number.POSITIVE_INFINITY;
    const buffer = createGrowingBuffer({ take: (bytes) => memory.take(key, bytes), most });
    let size = 0;
    let isOver = false;

    function onData(chunk: Buffer): void {
      size += chunk.length;
      arrival.add(chunk.length);
      pieces.add(chunk.length);
      if (size > maxBytes) breakOff({ outcome: 'too_large', size });
      else if (!buffer.append(chunk)) breakOff({ outcome: 'no_room' });
    }
    function onEnd(): void {
      finish({ outcome: 'whole', bytes: buffer.whole(), key, held: buffer.held });
    }
    function onClose(): void {
      breakOff({ outcome: 'aborted' });
    }
    function breakOff(body: ReceivedBody): void {
      memory.release(key, buffer.held);
      buffer.free();
      finish(body);
      holdBody(source);
    }
    function finish(body: ReceivedBody): void {
      isOver = true;
      arrival.stop();
      pieces.end();
      goOn();
      places.release(key, 1);
      source.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(body);
    }

    /** Takes the bytes that were held while the key was looked up. The body may have ended meanwhile. */
    function takeUp(held: Buffer | undefined): void {
      if (held) onData(held);
      if (source.readableEnded && !isOver) onEnd();
    }

    const watchPace = () => pace.watch(() => breakOff({ outcome: 'too_slow' }));
    let arrival: Arrival = watchPace();
    let goOn = () => {};
    const pieces = smallPieces.watch(key, {
      // Pauses the pace watch, because the sender is not at fault if no bytes come now.
      stop() {
        arrival.stop();
        goOn = stopConnection(source);
      },
      go() {
        arrival = watchPace();
        goOn();
      },
    });
    source.on('data', onData).on('end', onEnd).on('close', onClose);
    // If the connection broke while the key was looked up, `close` has already been emitted.
    if (source.destroyed) onClose();
    else takeUp(takeHeld(source));
    return promise;
  };
}

/** Reads an empty body to its end: otherwise the request counts as unfinished. */
function noBody(source: BodySource): WholeBody {
  source.resume();
  return { outcome: 'whole', bytes: Buffer.alloc(0), key: undefined, held: 0 };
}

/** True if every byte of a body has arrived. The parser sets `complete` only slightly later. */
export function hasWholeBody(source: BodySource): boolean {
  return source.complete || declaredLength(source) === source.readableLength;
}

/** The length that the head declares. Undefined if only the end of the body shows it. */
function declaredLength({ headers }: BodySource): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
}
