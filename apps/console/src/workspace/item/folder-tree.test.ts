import { describe, expect, it } from 'vitest';
import { pathName, treeOf } from './folder-tree.ts';

const folder = (id: string, parentId: string | null) => ({ id, name: id.toUpperCase(), parentId });

describe('a tree of folders', () => {
  const tree = treeOf([folder('c', 'b'), folder('a', null), folder('b', 'a'), folder('lost', 'unknown')]);

  it('has folders in one another, whatever their order', () => {
    expect(tree.in(null).map(({ id }) => id)).toEqual(['a', 'lost']);
    expect(tree.in('a').map(({ id }) => id)).toEqual(['b']);
    expect(tree.in('c')).toEqual([]);
  });

  it('names the folders above one', () => {
    expect(pathName(tree.pathTo('c'))).toBe('A / B / C');
    expect(pathName(tree.pathTo('lost'))).toBe('LOST');
    expect(tree.pathTo('unknown')).toEqual([]);
  });
});
