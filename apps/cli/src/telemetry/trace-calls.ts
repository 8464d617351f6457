import { randomFillSync } from 'node:crypto';
import { type CallTrace, type CallTracing, traceIdOf } from '@gatehouse/core';
import { attributesOf, nanosOf, scope } from './otlp-values.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  kind: (typeof kinds)[keyof typeof kinds];
  /** Milliseconds since the epoch, with fractions. */
  from: number;
  to: number;
  attributes: Record<string, string | number | undefined>;
  failed: boolean;
}

export interface TracedCalls extends CallTracing {
  /** Takes the spans since the last call, as an OTLP request. Undefined if there are none. */
  take(resource: object): object | undefined;
  /** Spans dropped for lack of room since the start. */
  readonly dropped: number;
}

const kinds = { internal: 1, server: 2, client: 3 } as const;
const isSampled = 0b01;
const knownFlags = 0b11;
/** Maximum spans, so that an unreachable collector does not fill the memory. Traces may be dropped, because the log has every call. */
const maxSpans = 8192;

/** Records calls as spans, which are kept until they are sent. During a call, only times are recorded. */
export function createTracedCalls(): TracedCalls {
  let spans: Span[] = [];
  let dropped = 0;

  function keep(span: Span): void {
    if (spans.length < maxSpans) spans.push(span);
    else dropped++;
  }

  return {
    begin({ tool, origin, requestId }) {
      const given = origin.traceparent;
      const flags = given === undefined ? isSampled : Number.parseInt(given.slice(53, 55), 16) & knownFlags;
      if ((flags & isSampled) === 0) return undefined;
      const traceId = given === undefined ? newId(16) : traceIdOf(given);
      const [spanId, from] = [newId(8), now()];
      const traceparentOf = (id: string) => `00-${traceId}-${id}-0${flags}`;
      const trace: CallTrace = {
        traceparent: traceparentOf(spanId),
        async step(step, run) {
          const [stepId, begunAt] = [newId(8), now()];
          let failed = true;
          try {
            const result = await run(traceparentOf(stepId));
            failed = false;
            return result;
          } finally {
            const kind = step === 'service' ? kinds.client : kinds.internal;
            keep({ traceId, spanId: stepId, parentId: spanId, name: step, kind, from: begunAt, to: now(), attributes: {}, failed });
          }
        },
        end({ code, reason, status }) {
          const attributes = {
            'gatehouse.tool': tool,
            'gatehouse.entrance': origin.entrance,
            'gatehouse.request_id': requestId,
            'gatehouse.outcome': code,
            'gatehouse.reason': reason,
          };
          const parentId = given?.slice(36, 52);
          keep({ traceId, spanId, parentId, name: tool, kind: kinds.server, from, to: now(), attributes, failed: status >= 500 });
        },
      };
      return trace;
    },
    take(resource) {
      if (spans.length === 0) return undefined;
      const taken = spans;
      spans = [];
      return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: taken.map(spanOf) }] }] };
    },
    get dropped() {
      return dropped;
    },
  };
}

function spanOf({ traceId, spanId, parentId, name, kind, from, to, attributes, failed }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    // Names from callers are cut, because backends group by name.
    name: name.slice(0, 200),
    kind,
    startTimeUnixNano: nanosOf(from),
    endTimeUnixNano: nanosOf(to),
    attributes: attributesOf(attributes),
    status: failed ? { code: 2 } : {},
  };
}

const now = (): number => performance.timeOrigin + performance.now();

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Draws random bytes in blocks. A system call for each span would cost more than the rest of the span. */
function newId(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = pool.toString('hex', used, used + bytes);
  used += bytes;
  // An id of only zeros is invalid.
  return /[^0]/.test(id) ? id : newId(bytes);
}
