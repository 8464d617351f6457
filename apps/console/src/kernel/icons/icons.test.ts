import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { icon } from './icon.tsx';
import * as icons from './icons.ts';
import { namesIn, sourceOf } from './write-icons.ts';

const square = icon([['rect', { width: '16', height: '16', x: '4', y: '4' }]]);

describe('the icons', () => {
  it('match the output of write-icons.ts from Lucide', async () => {
    const file = readFileSync(path.join(import.meta.dirname, 'icons.ts'), 'utf8');
    const written = await sourceOf(namesIn(file));
    const bare = (source: string) => source.replace(/[\s'",;]/g, '');
    expect(bare(file)).toBe(bare(written));
    expect(namesIn(file).length).toBe(Object.keys(icons).length);
  });

  it('are refused by name if Lucide does not have them', async () => {
    await expect(sourceOf(['Unicorns'])).rejects.toThrow('lucide-react has no icon Unicorns');
  });

  it('are hidden from screen readers unless they have a label', () => {
    expect(square({ size: 14 }).props).toMatchObject({ width: 14, height: 14, 'aria-hidden': true });
    expect(square({ 'aria-label': 'A square' }).props).toMatchObject({ width: 24, 'aria-hidden': undefined, 'aria-label': 'A square' });
  });
});
