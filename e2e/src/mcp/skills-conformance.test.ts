import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpEntrance } from '../entrances/index.ts';
import { openKeyProxy } from './key-proxy.ts';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const scenarios = ['sep-2640-skills-enumeration', 'sep-2640-skills-manifest', 'sep-2640-skills-directory'];

describe('the conformance suite of the skills extension (D72)', () => {
  let world: McpWorld;
  let proxy: Awaited<ReturnType<typeof openKeyProxy>>;
  let results: string;

  beforeAll(async () => {
    world = await openMcpWorld({});
    proxy = await openKeyProxy(world.url, world.writeKey);
    results = mkdtempSync(path.join(tmpdir(), 'gatehouse-conformance-'));
    const http = httpEntrance.open({ url: new URL(world.url).origin });
    const files = [
      { path: 'references/style guide.md', content: '# Style\n' },
      { path: 'scripts/check.sh', content: '#!/bin/sh\n', executable: true },
      { path: 'assets/logo.png', contentBase64: 'iVBORw0KGgo=' },
    ];
    for (let index = 0; index < 60; index++) {
      const skill = {
        name: `skill-${index}`,
        description: `Does ${index}.`,
        content: `# Skill ${index}\n`,
        ...(index % 20 === 0 && { files }),
      };
      expect((await http.call('write_skill', skill, { key: world.writeKey })).code).toBe('ok');
    }
  });

  afterAll(async () => {
    await proxy.close();
    await world.close();
    rmSync(results, { recursive: true, force: true });
  });

  it.each(scenarios.flatMap((scenario) => ['2026-07-28', '2025-11-25'].map((revision) => ({ scenario, revision }))))(
    '$scenario passes on $revision',
    async ({ scenario, revision }) => {
      const args = ['server', '--url', proxy.url, '--scenario', scenario, '--spec-version', revision, '-o', results];
      const { code, output } = await run(args);
      expect(code, output.slice(-4000)).toBe(0);
      expect(output).not.toMatch(/WARN|\b0 passed/);
      expect(world.faults).toEqual([]);
    },
  );
});

function run(args: string[]): Promise<{ code: number | string; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? 'killed') : 0, output: stdout + stderr });
    });
  });
}
