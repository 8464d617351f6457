import { describe, expect, it } from 'vitest';
import { countOldMachines } from './old-readers.ts';
import { treeOf } from './skill-tree.ts';

describe('treeOf', () => {
  it('shows each folder once, above its files', () => {
    expect(treeOf(['SKILL.md', 'references/a/one.md', 'references/two.md', 'run.sh'])).toEqual([
      { name: 'SKILL.md', depth: 0, path: 'SKILL.md' },
      { name: 'references', depth: 0 },
      { name: 'a', depth: 1 },
      { name: 'one.md', depth: 2, path: 'references/a/one.md' },
      { name: 'two.md', depth: 1, path: 'references/two.md' },
      { name: 'run.sh', depth: 0, path: 'run.sh' },
    ]);
  });
});

describe('countOldMachines', () => {
  const load = (machine: string, version: number) => ({ agentId: 'a', personId: 'p', name: 'x', client: 'sync', machine, version, at: 1 });
  const use = { versionCount: 7, reviewed: false, reviewedVersion: 5 };

  it('counts each machine by the last version that it loaded', () => {
    const loads = [load('laptop', 5), load('laptop', 3), load('tower', 4), load('build', 2), load('', 1)];
    expect(countOldMachines({ ...use, loads })).toBe(2);
  });

  it('does not count machines that wait with the last reviewed version', () => {
    expect(countOldMachines({ ...use, loads: [load('laptop', 5), load('tower', 7)] })).toBe(0);
    expect(countOldMachines({ ...use, reviewedVersion: null, loads: [load('laptop', 5)] })).toBe(1);
  });
});
