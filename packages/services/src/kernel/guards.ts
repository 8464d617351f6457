/** True for a JSON object, excluding arrays. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isKeyed(value) && !Array.isArray(value);
}

/** True for an object or an array, whose values have keys. */
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

/** Reads a text that a connection of this kind always has. */
export function requireText(config: Readonly<Record<string, unknown>>, name: string): string {
  const value = config[name];
  if (typeof value !== 'string') throw new Error(`this connection has no "${name}"`);
  return value;
}
