import { allTools } from '@gatehouse/core';

const argumentsOf = new Map(allTools.map(({ name, input }) => [name, Object.keys(input.shape)]));

/** Adds null for every absent argument of the tool, like a client with a strict schema (D2). */
export function strictly(tool: string, meant: Record<string, unknown>): Record<string, unknown> {
  const names = argumentsOf.get(tool) ?? [];
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...meant };
}
