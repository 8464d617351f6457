import { expect, it } from 'vitest';
import type { AnyDefinition } from '../../kernel/context/tool.ts';
import { agentTools } from '../tools/all-tools.ts';
import { createRegistry } from './registry.ts';

it('describes tools on request, and each of them once for all registries', () => {
  const described: string[] = [];
  const watched = agentTools.map((tool) => {
    const noted = { get: () => described.push(tool.name) && tool.output };
    return Object.defineProperty({ ...tool }, 'output', noted) as AnyDefinition;
  });
  const registries = [createRegistry(watched), createRegistry(watched)];
  expect(described).toEqual([]);
  const caller = { access: 'write', key: null } as const;
  const [first, second] = registries.map((registry) => registry.describe(caller));
  expect(first?.map(({ name }) => name)).toEqual(agentTools.map(({ name }) => name));
  expect(described).toEqual(agentTools.map(({ name }) => name));
  expect(second).toEqual(first);
  expect(registries.map((registry) => registry.describe(caller))).toEqual([first, second]);
  expect(described).toHaveLength(agentTools.length);
});
