import { agentTools, peopleTools } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { sqliteEngine } from '../engines.ts';
import { compareEngines } from './differential.ts';
import type { Operation } from './operations.ts';

const argumentsOf = new Map([...agentTools, ...peopleTools].map(({ name, input }) => [name, Object.keys(input.shape)]));

/** What a client with a strict schema sends: null for every argument that it does not mean. */
function strictly({ tool, input }: Operation): Operation {
  const nulls = (argumentsOf.get(tool) ?? []).map((name) => [name, null]);
  return { tool, input: { ...Object.fromEntries(nulls), ...input } };
}

describe('null (D2)', () => {
  it('never acts: whoever sends it for all that is not meant is answered, and changes, what others do', async () => {
    const engines = [sqliteEngine, sqliteEngine] as const;
    const { difference, faults, outcomes } = await compareEngines({ engines, operations: 1_500, seed: 22, reword: strictly });
    expect(difference).toBeUndefined();
    expect(faults).toEqual([]);
    const succeeded = [...outcomes.keys()].filter((outcome) => outcome.endsWith(' ok'));
    expect(succeeded).toEqual(expect.arrayContaining(['update_task ok', 'move_item ok', 'write_file ok', 'share_folder ok']));
  });
});
