import { describe, expect, it } from 'vitest';
import { sqliteEngine } from '../kit/engines.ts';
import { strictly } from '../kit/strictly.ts';
import { compareEngines } from './differential.ts';
import type { Operation } from './operations.ts';

describe('null (D2)', () => {
  it('for every absent argument gives the same answers and changes as leaving it out', async () => {
    const engines = [sqliteEngine, sqliteEngine] as const;
    const reword = ({ tool, input }: Operation) => ({ tool, input: strictly(tool, input) });
    const { difference, faults, outcomes } = await compareEngines({ engines, operations: 1_500, seed: 22, reword });
    expect(difference).toBeUndefined();
    expect(faults).toEqual([]);
    const succeeded = [...outcomes.keys()].filter((outcome) => outcome.endsWith(' ok'));
    expect(succeeded).toEqual(expect.arrayContaining(['update_task ok', 'move_item ok', 'write_file ok', 'share_folder ok']));
  });
});
