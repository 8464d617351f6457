import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conformanceTools } from './conformance-tools.ts';
import { openKeyProxy } from './key-proxy.ts';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

describe('the protocol’s own conformance suite', () => {
  let world: McpWorld;
  let proxy: Awaited<ReturnType<typeof openKeyProxy>>;
  let results: string;

  beforeAll(async () => {
    world = await openMcpWorld({ tools: conformanceTools });
    proxy = await openKeyProxy(world.url, world.writeKey);
    results = mkdtempSync(join(tmpdir(), 'gatehouse-conformance-'));
  });

  afterAll(async () => {
    await proxy.close();
    await world.close();
    rmSync(results, { recursive: true, force: true });
  });

  it.each(['2026-07-28', '2025-11-25'])('passes for the requirements of %s, except for features that are not offered', async (revision) => {
    const baseline = join(import.meta.dirname, `conformance-${revision}.yml`);
    const { code, output } = await run([
      'server',
      '--url',
      proxy.url,
      '--requirements',
      revision,
      '--expected-failures',
      baseline,
      '-o',
      results,
    ]);
    expect(code, output.slice(-4000)).toBe(0);
    expect(output).toContain('Baseline check passed');
    expect(world.faults).toEqual([]);
  });
});

function run(args: string[]): Promise<{ code: number | string; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? 'killed') : 0, output: stdout + stderr });
    });
  });
}
