const traceparent =
  /^(?:00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$|(?!00|ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$))/;
const longest = 200;

/** A valid `traceparent`, unchanged (W3C Trace Context, later versions too). Undefined for any other value. */
export function readTraceparent(header: unknown): string | undefined {
  return typeof header === 'string' && header.length <= longest && traceparent.test(header) ? header : undefined;
}
