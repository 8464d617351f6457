/** True for a JSON object. False for arrays and null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Field of a value of unknown shape. Undefined if it is not an object, or has no such field. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
