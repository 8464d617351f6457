import { isObject } from '../guards.ts';
export type Json = Record<string, unknown>;

export const isRecord: (value: unknown) => value is Json = isObject;

/** A list where the document has one, else an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

/** Text as it can be stored and shown; "" for what is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : '';
}

/** As much of a text as there is room for, without half a letter at its end. */
export function cutText(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…`.toWellFormed() : text;
}
