import type { JsonObject, ToolDefinition } from '@gatehouse/core';
import { objectOf } from '../guards.ts';

const maxName = 200;
const maxDescription = 20_000;
const maxDefinition = 262_144;

/** A listed tool as the catalogue keeps it; undefined for one that no caller could name or read. */
export function readTool(listed: unknown): ToolDefinition | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations } = asObject(listed) ?? {};
  if (typeof name !== 'string' || name.length === 0 || name.length > maxName || /[\p{C}\s]/u.test(name)) return undefined;
  const tool: ToolDefinition = {
    name,
    title: asText(title) ?? titleOf(annotations),
    description: (asText(description) ?? '').toWellFormed().slice(0, maxDescription),
    // Arguments are always an object; some servers do not say so.
    inputSchema: { type: 'object', ...asObject(inputSchema) },
    outputSchema: asObject(outputSchema),
    annotations: asObject(annotations),
    binding: null,
  };
  return isKeepable(tool) ? tool : undefined;
}

/** Too large to be of use to a model, or with text that no database keeps (half surrogate pairs, U+0000). */
export function isKeepable(tool: ToolDefinition): boolean {
  return JSON.stringify(tool).length <= maxDefinition && isStorable(tool);
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}

function titleOf(annotations: unknown): string | null {
  return asText(asObject(annotations)?.title);
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function asObject(value: unknown): JsonObject | null {
  return objectOf(value) ?? null;
}
