import type { JsonObject, ToolDefinition } from '@gatehouse/core';

const longestName = 200;
const longestDescription = 20_000;
const largestDefinition = 262_144;

interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: unknown;
  outputSchema?: unknown;
  annotations?: unknown;
}

/** A listed tool as the catalogue keeps it; undefined for one that no caller could name or read. */
export function readTool({ name, title, description, inputSchema, outputSchema, annotations }: ListedTool): ToolDefinition | undefined {
  if (name.length === 0 || name.length > longestName || /[\p{C}\s]/u.test(name)) return undefined;
  const tool: ToolDefinition = {
    name,
    title: title ?? titleOf(annotations),
    description: (description ?? '').toWellFormed().slice(0, longestDescription),
    inputSchema: asObject(inputSchema) ?? { type: 'object' },
    outputSchema: asObject(outputSchema),
    annotations: asObject(annotations),
    binding: null,
  };
  return isKeepable(tool) ? tool : undefined;
}

/** Too large to be of use to a model, or with text that no database keeps (half surrogate pairs, U+0000). */
export function isKeepable(tool: ToolDefinition): boolean {
  return JSON.stringify(tool).length <= largestDefinition && isStorable(tool);
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}

function titleOf(annotations: unknown): string | null {
  const title = asObject(annotations)?.title;
  return typeof title === 'string' ? title : null;
}

function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}
