/** An object of JSON: no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isKeyed(value) && !Array.isArray(value);
}

/** An object or a list: what can be read by a key. */
export function isKeyed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined;
}

/** Wraps a thrown value in an Error, unless it is one. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** A text that a connection of this kind always has. */
export function requireText(config: Readonly<Record<string, unknown>>, name: string): string {
  const value = config[name];
  if (typeof value !== 'string') throw new Error(`this connection has no "${name}"`);
  return value;
}
