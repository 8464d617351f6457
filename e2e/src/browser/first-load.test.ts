import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildConsole } from '../../../build/console.mjs';

const most = { js: 220 * 1024, css: 40 * 1024 };

it('the workspace application shows its first page after at most 220 KB of scripts and 40 KB of styles', async () => {
  const folder = await buildConsole();
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const loaded = [...index.matchAll(/(?:src|href)="\/app\/(assets\/[^"]+\.(js|css))"/g)].map(([, file = '', kind = '']) => ({
    file,
    kind,
  }));
  const bytes = (kind: string) =>
    loaded.filter((one) => one.kind === kind).reduce((sum, { file }) => sum + readFileSync(path.join(folder, `${file}.gz`)).length, 0);
  const sizes = { js: bytes('js'), css: bytes('css') };
  process.stdout.write(`  first load: ${(sizes.js / 1024).toFixed(0)} KB of scripts, ${(sizes.css / 1024).toFixed(0)} KB of styles\n`);
  expect(sizes.js).toBeGreaterThan(0);
  expect(sizes.css).toBeGreaterThan(0);
  expect(sizes.js).toBeLessThanOrEqual(most.js);
  expect(sizes.css).toBeLessThanOrEqual(most.css);
});
