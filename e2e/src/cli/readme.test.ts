import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place, type Running } from './command.ts';
import { quoted } from './shell.ts';

const root = path.join(import.meta.dirname, '../../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The commands of the README's shell blocks, each with its continued lines. */
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block]) => (block as string).replaceAll('\\\n', ' ').split('\n'))
  .filter((line) => line !== '');
const curls = commands.filter((line) => line.startsWith('curl '));
const operations = commands.filter((line) => line.startsWith('npx -y pnpm@12 gatehouse '));

describe('the commands of the README', () => {
  let place: Place;
  let gateway: Running;

  beforeAll(async () => {
    place = openPlace();
    gateway = await place.start();
  });

  afterAll(async () => {
    await gateway.stop();
    place[Symbol.dispose]();
  });

  /** Runs a line as pasted, but with the test's address and key, and without fetching pnpm. */
  async function paste(line: string): Promise<string> {
    const [, script] = /^npx -y pnpm@12 (\w+)/.exec(line) ?? [];
    const typed = line
      .replace(`npx -y pnpm@12 ${script}`, `cd ${quoted(root)} && node_modules/.bin/${scripts[script ?? '']}`)
      .replaceAll('http://127.0.0.1:4747', gateway.url)
      .replace('gatehouse-backup.db', quoted(path.join(place.folder, 'backup.db')));
    const { PATH, HOME } = process.env;
    return (
      await promisify(execFile)('bash', ['-c', typed], { env: { PATH, HOME, GATEHOUSE_DATA: place.data, GATEHOUSE_KEY: gateway.key } })
    ).stdout;
  }

  it('are the two commands, a call over each entrance, and commands for operation', () => {
    expect(commands).toEqual(expect.arrayContaining(['npx -y pnpm@12 start', 'npx -y pnpm@12 test']));
    expect(scripts.start).toBe(`${scripts.gatehouse} start`);
    expect(curls).toHaveLength(2);
    expect(operations.length).toBeGreaterThan(5);
  });

  it('call a tool over HTTP, and find its result over MCP', async () => {
    const [overHttp, overMcp] = curls as [string, string];
    const { docId } = JSON.parse(await paste(overHttp));
    expect(docId).toMatch(/^doc_/);
    const { result } = JSON.parse(await paste(overMcp));
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent.results).toMatchObject([{ id: docId, title: 'Release notes' }]);
  });

  it.each(operations)('%s', async (line) => {
    await expect(paste(line)).resolves.not.toBe('');
  });
});
