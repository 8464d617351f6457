import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const settings = readFileSync(path.join(import.meta.dirname, '../../pnpm-workspace.yaml'), 'utf8');

// Without this setting, pnpm compares with the Node that runs it, and warns of each package that needs a newer one.
it('pnpm compares engines with the Node version of the project', () => {
  const given = /^nodeVersion: (\S+)$/m.exec(settings)?.[1];
  const ours = /^ {2}node: (\S+)$/m.exec(settings.slice(settings.indexOf('\ncatalog:')))?.[1];
  expect(given).toMatch(/^\d+\.\d+\.\d+$/);
  expect(given).toBe(ours);
});
