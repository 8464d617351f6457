import { describe, expect, it } from 'vitest';
import { keptPath } from './kept-path.ts';

describe('the path of an imported item (D73.4)', () => {
  const doc = (name: string, around: string[], path: string) => keptPath({ name, type: 'doc' }, around, path);

  it('is restored below the folder of the import', () => {
    expect(doc('First', ['Handbook', 'Guide'], 'Guide/First.md')).toBe('Handbook/Guide/First.md');
    expect(doc('First', ['A/B'], 'First.md')).toBe('A_B/First.md');
  });

  it('is the directory of a skill', () => {
    expect(keptPath({ name: 'deploy', type: 'skill' }, ['Tools'], 'Tools/deploy/SKILL.md')).toBe('Tools/deploy');
    expect(keptPath({ name: 'deploy', type: 'skill' }, ['Tools'], 'Tools/deploy')).toBe('Tools/deploy');
    expect(doc('SKILL', ['Tools'], 'Tools/SKILL.md')).toBe('Tools/SKILL.md');
  });

  it('is kept even if the import added a number to the name', () => {
    expect(doc('First (2)', ['Guide'], 'Guide/First.md')).toBe('Guide/First.md');
    expect(doc('First two', ['Guide'], 'Guide/First.md')).toBeUndefined();
  });

  it('is given up if the item or one of its folders was renamed or moved', () => {
    expect(doc('Second', ['Guide'], 'Guide/First.md')).toBeUndefined();
    expect(doc('First', ['Manual'], 'Guide/First.md')).toBeUndefined();
    expect(doc('First', [], 'Guide/First.md')).toBeUndefined();
  });

  it('is restored for items that were deeper than ten folders', () => {
    const nine = Array.from({ length: 9 }, (_, at) => `L${at}`);
    const path = [...nine, 'L9', 'L10', 'First.md'].join('/');
    expect(doc('First', ['Top', ...nine], path)).toBe(`Top/${path}`);
  });
});
