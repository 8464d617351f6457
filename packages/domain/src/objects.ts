import { isInexactNumber } from './exact-json.ts';

/** True for an object. False for arrays and null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for an object in exactly parsed JSON. False for its inexact numbers, although they are objects in JavaScript (D3). */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !isInexactNumber(value);
}

/** Field of a value of unknown shape. Undefined if it is not an object, or has no such field. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
