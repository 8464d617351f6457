import { isObject } from './guards.ts';
export type Json = Record<string, unknown>;

export const isRecord: (value: unknown) => value is Json = isObject;

/** The value if it is a list, otherwise an empty list. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

/** Text that can be stored and shown. "" for a value that is not a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : '';
}

/** Cuts a text to a length, without half a character at its end. */
export function cutText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…`.toWellFormed() : text;
}
