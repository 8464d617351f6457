import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type AnyDefinition, agentTools } from '@gatehouse/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Loose, openWorld, type World } from '../kit/world.ts';
import { validInput } from '../matrix/cases.ts';
import { createSurroundings, type Surroundings } from '../matrix/named-items.ts';
import { readCodeBlocks } from './code-blocks.ts';

const blocks = readCodeBlocks().filter(({ file }) => file.startsWith('api/'));
const runner = path.join(import.meta.dirname, 'run-examples-process.ts');
const run = promisify(execFile);

interface Ended {
  name: string;
  said: string;
}

/** The examples on the pages of tools: each is a program of its reader, and makes a call that succeeds. */
describe('examples on the pages of tools', () => {
  let world: World;
  let surroundings: Surroundings;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    world = await openWorld();
    surroundings = await createSurroundings(world);
    const { key } = await world.createKey(surroundings.caller, 'write');
    env = { PATH: process.env.PATH, HOME: world.folder, GATEHOUSE_KEY: key };
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Adapts a block to the test: its address, and IDs of existing items. */
  async function made(definition: AnyDefinition, code: string): Promise<string> {
    const input = await validInput(definition)(surroundings);
    const shown = Object.entries(definition.example.input as Record<string, Loose>);
    return shown.reduce(
      (text, [name, value]) => (typeof value === 'string' && value !== '' ? text.replaceAll(value, input[name]) : text),
      code.replaceAll('http://127.0.0.1:4747', world.url),
    );
  }

  async function writeExamples(language: string, ending: string): Promise<string[]> {
    const files: string[] = [];
    for (const [at, { file, code }] of blocks.filter((block) => block.language === language).entries()) {
      const definition = agentTools.find(({ name }) => name === path.basename(file, '.md')) as AnyDefinition;
      const written = path.join(world.folder, `${definition.name}-${at}${ending}`);
      writeFileSync(written, await made(definition, code));
      files.push(written);
    }
    expect(files.length).toBeGreaterThanOrEqual(agentTools.length);
    return files;
  }

  it('work in curl, over HTTP and over MCP', async () => {
    const files = await writeExamples('sh', '.sh');
    expect(files).toHaveLength(agentTools.length * 2);
    const { stdout } = await run('bash', ['-c', 'for file in "$@"; do bash "$file"; echo; done', 'examples', ...files], { env });
    const answers: Loose[] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const refused = answers.filter(({ error, result }) => error || result?.isError);
    expect(refused).toEqual([]);
    expect(answers.filter(({ jsonrpc }) => jsonrpc)).toHaveLength(agentTools.length);
  });

  it('work in TypeScript', async () => {
    const files = await writeExamples('ts', '.ts');
    const { stdout } = await run(process.execPath, [runner, ...files], { env });
    const ended: Ended[] = JSON.parse(stdout);
    expect(ended.filter(({ said }) => !said.startsWith('200 '))).toEqual([]);
    expect(ended).toHaveLength(agentTools.length);
  });

  it('work in Python', async ({ skip }) => {
    const isThere = await run('python3', ['--version']).then(
      () => true,
      () => false,
    );
    if (!isThere) skip('python3 is not installed');
    const files = await writeExamples('python', '.py');
    // Fails if an answer is not 200.
    const script = 'import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file)';
    const { stdout } = await run('python3', ['-c', script, ...files], { env });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => !/^[{[]/.test(line))).toEqual([]);
    expect(lines).toHaveLength(agentTools.length);
  });

  it('show valid JSON results', () => {
    const results = blocks.filter(({ language }) => language === 'json');
    expect(results).toHaveLength(agentTools.length);
    for (const { code } of results) expect(JSON.parse(code)).toBeTypeOf('object');
  });
});
