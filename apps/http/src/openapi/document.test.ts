import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { agentTools, createRegistry, statusOf } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { buildOpenApi } from './document.ts';

interface Operation {
  operationId: string;
  requestBody?: { required: boolean };
  responses: Record<string, { $ref?: string }>;
  tags: string[];
  'x-access': string;
  security?: unknown[];
}

const registry = createRegistry(agentTools);
const settings = {
  baseUrl: 'https://gatehouse.example.org',
  consoleUrl: 'https://gatehouse.example.org',
  secret: Buffer.alloc(32),
  callsPerMinute: 240,
};
const document = buildOpenApi({ registry, settings }) as {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string }[];
  components: { schemas: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
};
const operationOf = (tool: string) => document.paths[`/v1/tools/${tool}`]?.post;

describe('the OpenAPI document', () => {
  it('has one operation for every tool, with the same name unless generated code would hide a global function by it', () => {
    const posts = Object.entries(document.paths).flatMap(([address, { post }]) => (post ? [[address, post.operationId]] : []));
    const tools = registry.agentTools.map(({ definition: { name } }) => [`/v1/tools/${name}`, name === 'fetch' ? 'fetch_result' : name]);
    expect(posts).toEqual(tools);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { contact: { name: 'The operator of this gateway' } },
      servers: [{ url: 'https://gatehouse.example.org' }],
    });
    expect(buildOpenApi({ registry, settings: { ...settings, baseUrl: null } })).toMatchObject({ servers: [{ url: '/' }] });
  });

  it('has the status 502 only for tools that call other systems', () => {
    for (const { definition } of registry.agentTools) {
      const statuses = Object.keys(operationOf(definition.name)?.responses ?? {}).map(Number);
      const errors = Object.values(statusOf).filter((status) => status !== 502 || definition.kind !== 'workspace');
      expect(statuses.sort()).toEqual([200, 408, 503, ...errors].sort());
    }
  });

  it('names each resource of the contract, and no component like a built-in type', () => {
    const names = Object.keys(document.components.schemas);
    const resources = ['Document', 'File', 'Skill', 'Folder', 'Task', 'Version', 'TextMatch', 'SearchResult', 'Connection', 'ServiceTool'];
    expect(names).toEqual(expect.arrayContaining([...resources, 'ServiceToolResult', 'Identity', 'ErrorBody']));
    expect(names).not.toContain('Error');
    const schemasOf = (tool: string) => JSON.stringify(operationOf(tool));
    expect(schemasOf('read_doc')).toContain('"$ref":"#/components/schemas/Document"');
    expect(schemasOf('update_task')).toContain('"$ref":"#/components/schemas/Task"');
  });

  it('describes every field', () => {
    expect(undescribed(document.components.schemas)).toEqual([]);
    expect(undescribed({ properties: { one: { type: 'object', properties: { two: {} } } } })).toEqual(['one', 'two']);
  });

  it('states the subject of each operation, and the access that its key needs', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { definition } of registry.agentTools) {
      const operation = operationOf(definition.name);
      expect(tags).toContain(operation?.tags[0]);
      expect(operation?.['x-access']).toBe(definition.access);
    }
  });

  it('requires a body only if an argument is required', () => {
    expect(operationOf('whoami')?.requestBody?.required).toBe(false);
    expect(operationOf('list_tasks')?.requestBody?.required).toBe(false);
    expect(operationOf('read_doc')?.requestBody?.required).toBe(true);
  });

  it('requires a key for everything except itself and downloads', () => {
    const open = Object.entries(document.paths).flatMap(([address, methods]) =>
      Object.values(methods).flatMap(({ security }) => (security?.length === 0 ? [address] : [])),
    );
    expect(open).toEqual(['/v1/openapi.json', '/v1/downloads/{token}']);
  });

  it('refers only to parts of itself', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference as string);
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) {
      const [root, ...steps] = reference.split('/');
      expect(root).toBe('#');
      expect(steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document)).toBeDefined();
    }
  });

  it('passes the recommended rules of a public linter, without the network', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-openapi-'));
    try {
      const file = path.join(folder, 'openapi.json');
      writeFileSync(file, JSON.stringify(document));
      expect(await lint(file, folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The names of fields without a description, at any depth. */
function undescribed(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties = {} } = node as { properties?: Record<string, { description?: string }> };
  const bare = Object.entries(properties).flatMap(([name, { description }]) => (description ? [] : [name]));
  return [...bare, ...Object.values(node).flatMap(undescribed)];
}

/** Every problem that `redocly lint` finds, warnings too. */
async function lint(file: string, cwd: string): Promise<string[]> {
  const require = createRequire(import.meta.url);
  const command = path.join(path.dirname(require.resolve('@redocly/cli/package.json')), 'bin', 'cli.js');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
  const run = promisify(execFile)(process.execPath, [command, 'lint', file, '--extends=recommended', '--format=json'], { cwd, env });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  const { problems } = JSON.parse(stdout) as {
    problems: { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[];
  };
  return problems.map(({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`);
}
