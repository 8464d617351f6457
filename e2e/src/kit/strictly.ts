import { allTools } from '@gatehouse/core';

const argumentsOf = new Map(allTools.map(({ name, input }) => [name, Object.keys(input.shape)]));

/** What a client with a strict schema sends: null for every argument of the tool that it does not mean (D2). */
export function strictly(tool: string, meant: Record<string, unknown>): Record<string, unknown> {
  const names = argumentsOf.get(tool) ?? [];
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...meant };
}
