const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

/** The trace id of a `traceparent` (W3C Trace Context); undefined for anything else. */
export function readTraceId(header: unknown): string | undefined {
  return typeof header === 'string' ? traceparent.exec(header)?.[1] : undefined;
}
