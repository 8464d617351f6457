import { randomBytes } from 'node:crypto';

/** The trace of a valid `traceparent`: the 32 digits behind its version. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** What a connected service is told: the same trace, sampled or not as before, with this call as the parent (D14). */
export function continueTrace(traceparent: string): string {
  const flags = Number.parseInt(traceparent.slice(53, 55), 16) & knownFlags;
  return `00-${traceIdOf(traceparent)}-${newSpanId()}-${flags.toString(16).padStart(2, '0')}`;
}

/** Sampled, and a random trace id: what a later version means by the others is not known here. */
const knownFlags = 0b11;

function newSpanId(): string {
  const id = randomBytes(8).toString('hex');
  // Only zeros would mean that there is none.
  return /[^0]/.test(id) ? id : newSpanId();
}
