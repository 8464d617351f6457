import { randomBytes } from 'node:crypto';

/** Trace of a valid `traceparent`: the 32 digits after its version. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** `traceparent` for a connected service: the same trace and sampling, with this call as the parent (D14). */
export function continueTrace(traceparent: string): string {
  const flags = Number.parseInt(traceparent.slice(53, 55), 16) & knownFlags;
  return `00-${traceIdOf(traceparent)}-${newSpanId()}-${flags.toString(16).padStart(2, '0')}`;
}

/** Flags for sampling and for a random trace id. Later versions may define others. */
const knownFlags = 0b11;

function newSpanId(): string {
  const id = randomBytes(8).toString('hex');
  // An id of only zeros is invalid.
  return /[^0]/.test(id) ? id : newSpanId();
}
