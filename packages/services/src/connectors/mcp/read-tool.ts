import type { JsonObject, ToolDefinition } from '@gatehouse/core';
import { objectOf } from '../../kernel/guards.ts';

export const maxName = 200;
const maxTitle = 200;
const maxDescription = 20_000;
const maxDefinition = 262_144;

const ofObject = { type: 'object' };

/** Converts a listed tool to the catalogue's form. Undefined if callers could not name or read it. */
export function readTool(listed: unknown): ToolDefinition | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations } = asObject(listed) ?? {};
  if (typeof name !== 'string' || name.length > maxName) return undefined;
  const usable = usableName(name);
  if (usable === '') return undefined;
  const tool: ToolDefinition = {
    name: usable,
    title: (asText(title) ?? titleOf(annotations))?.slice(0, maxTitle).toWellFormed() ?? null,
    description: (asText(description) ?? '').toWellFormed().slice(0, maxDescription),
    // Some servers omit the type or give a wrong one, but arguments are always an object.
    inputSchema: { ...ofObject, ...asObject(inputSchema), ...ofObject },
    outputSchema: asObject(outputSchema),
    annotations: asObject(annotations),
    binding: usable === name ? null : { name },
  };
  return isKeepable(tool) ? tool : undefined;
}

/** Returns the name that the service uses for a tool. It can be invalid here. */
export function nameAtService({ name, binding }: Pick<ToolDefinition, 'name' | 'binding'>): string {
  return typeof binding?.name === 'string' ? binding.name : name;
}

/** Replaces characters that are invalid in names with `_`, as is done for operations of an API. */
function usableName(name: string): string {
  return /[\p{C}\s]/u.test(name) ? name.replaceAll(/[\p{C}\s]+/gu, '_').replaceAll(/^_+|(?<!_)_+$/g, '') : name;
}

/** True unless the tool is too large for a model, or has text that databases cannot store (half surrogate pairs, U+0000). */
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
