import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../build/bundle.mjs';
import { testPackages } from '../../build/checks/import-rules.mjs';
import { isTestCode } from '../../build/checks/sources.mjs';

const cli = path.join(import.meta.dirname, '../../apps/cli');

describe('the bundle that users run', () => {
  let folder: string;
  let program: string;
  let code: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bundle-'));
    copyFileSync(path.join(cli, 'package.json'), path.join(folder, 'package.json'));
    const bundled = await bundle({ folder, entries: { program: path.join(cli, 'src/program.ts') } });
    program = bundled('program');
    const files = readdirSync(path.dirname(program)).map((name) => path.join(path.dirname(program), name));
    code = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('contains no test code', () => {
    const modules = modulesIn(code);
    expect(modules).toEqual(
      expect.arrayContaining(['packages/core/src/gateway/pipeline/gateway.ts', 'packages/storage/src/engines/postgres/store.ts']),
    );
    const ours = modules.filter((file) => !file.includes('node_modules/'));
    expect(ours.filter(isTestCode)).toEqual([]);
    expect(modules.filter((file) => testPackages.some((name) => isOf(name, file)))).toEqual([]);
    expect(code).not.toContain('TEST_POSTGRES_BIN');
  });

  it('loads the libraries of connectors on first use, so that no command waits for them', () => {
    const libraries = ['undici', '@modelcontextprotocol/client', 'ajv', 're2js'];
    const all = modulesIn(code);
    expect(libraries.filter((name) => !all.some((file) => isOf(name, file)))).toEqual([]);
    const loaded = modulesIn(chunksLoadedBy(program));
    expect(loaded).toContain('packages/services/src/open-services.ts');
    expect(libraries.filter((name) => loaded.some((file) => isOf(name, file)))).toEqual([]);
  });
});

it('is not written while a package that it imports is missing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bundle-'));
  try {
    const entry = path.join(folder, 'program.mjs');
    copyFileSync(path.join(cli, 'package.json'), path.join(folder, 'package.json'));
    writeFileSync(entry, "import 'a-package-that-is-not-installed';\n");
    const bundled = bundle({ folder, entries: { program: entry } });
    await expect(bundled).rejects.toThrow(
      /a package is not installed \(run "npx -y pnpm@12 install"\): .*a-package-that-is-not-installed/s,
    );
    expect(readdirSync(path.join(folder, 'bundles'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The bundler writes the path of each module above its code. */
function modulesIn(code: string): string[] {
  return [...code.matchAll(/^\/\/(?:#region)? ?(\S+\.[cm]?[jt]s)$/gm)].map((match) => match[1] as string);
}

function isOf(library: string, file: string): boolean {
  return file.includes(`node_modules/${library}/`);
}

/** The text of a chunk and of all that it imports before it runs. */
function chunksLoadedBy(file: string, seen = new Set<string>()): string {
  seen.add(file);
  const code = readFileSync(file, 'utf8');
  const imported = [...code.matchAll(/^import (?:.* from )?"(\.\/[^"]+)";$/gm)].map((match) =>
    path.join(path.dirname(file), match[1] as string),
  );
  return [code, ...imported.filter((chunk) => !seen.has(chunk)).map((chunk) => chunksLoadedBy(chunk, seen))].join('\n');
}
