import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readConfiguration } from '@gatehouse/cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place, program, type Running } from '../cli/command.ts';
import { quoted } from '../cli/shell.ts';
import { goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import type { Loose } from '../kit/world.ts';
import { type CodeBlock, readCodeBlocks } from './code-blocks.ts';

const all = readCodeBlocks().filter(({ file }) => !file.startsWith('api/'));

/** Languages of blocks that run as programs, and of blocks that other checks read. */
const programs = ['sh', 'js', 'ts', 'python'];
const read = ['json', 'env', 'toml', 'caddy', 'nginx', 'text'];

/** Guides that need the environment of another test. */
const runElsewhere: Record<string, string> = {
  // Runs the packed library.
  'guides/embed-the-gateway.md': 'nightly/library.ts',
  ...Object.fromEntries(
    [
      'connect-an-mcp-server',
      'connect-an-http-api',
      'connect-a-command',
      'accounts-at-services',
      'try-service-tools',
      'when-a-service-fails',
      'choose-what-can-run',
      'approve-changed-tools',
      'change-a-connection',
      'change-the-secret',
    ].map((guide) => [`guides/${guide}.md`, 'cli/services-guide.test.ts']),
  ),
};

/** Reasons for not running a block. Remove a reason when no block has it, and add none. */
const mayBeSkipped = [
  'skip-is-an-excerpt',
  'skip-needs-a-bucket',
  'skip-needs-a-deleted-database',
  'skip-needs-a-postgres-server',
  'skip-needs-such-an-api',
  'skip-needs-that-client',
];

const run = promisify(execFile);

describe('code blocks of the written pages', () => {
  it('have a language, and a reason if they are not run', () => {
    expect(all.filter(({ language }) => ![...programs, ...read].includes(language))).toEqual([]);
    const skipped = all.flatMap((block) => block.skipped ?? []);
    expect([...new Set(skipped)].toSorted()).toEqual(mayBeSkipped);
    expect(skipped.length).toBeLessThanOrEqual(20);
  });

  it('are run by another test if this one cannot run them', () => {
    for (const [file, test] of Object.entries(runElsewhere)) {
      const source = path.join(import.meta.dirname, '..', test);
      expect(existsSync(source) && readFileSync(source, 'utf8')).toContain(file.replace(/\.md$/, ''));
    }
  });

  it.each(all.filter(({ language }) => language === 'json'))('are JSON: $file', ({ code }) => {
    expect(JSON.parse(code)).toBeTypeOf('object');
  });

  it.each(all.filter(({ language }) => language === 'env'))('are readable settings: $file', ({ code }) => {
    const lines = code
      .replaceAll(/\s+#.*$/gm, '')
      .trim()
      .split('\n');
    for (const line of lines) {
      const others = lines.filter((other) => other.split('=')[0] !== line.split('=')[0]);
      const environment = Object.fromEntries(
        [...others, line].map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
      );
      expect(() => readConfiguration({}, environment)).not.toThrow();
    }
  });
});

describe('programs on the written pages', () => {
  let place: Place;
  let gateway: Running;
  let replaced: [shown: string | RegExp, here: string][];
  let env: Record<string, string>;
  const inFolder = (name: string) => path.join(place.folder, name);

  beforeAll(async () => {
    place = openPlace();
    const metricsToken = 'a token of the metrics';
    gateway = await place.start([], { env: { GATEHOUSE_METRICS_TOKEN: metricsToken.replaceAll(' ', '-') } });
    await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com', '--name', 'Ada']);
    await place.json(['people', 'add', 'bob@example.com', '--role', 'admin']);
    const { keyId, keyPrefix = keyId } = await place.json([
      'keys',
      'create',
      '--owner',
      'ada@example.com',
      '--agent',
      'old',
      '--access',
      'read',
    ]);
    const docId = await makeItems(gateway);
    for (const name of ['bin', 'handbook', 'backups', 'var']) mkdirSync(inFolder(name));
    writeFileSync(inFolder('handbook/welcome.md'), '# Welcome\n');
    await place.json(['backup', inFolder('backups/gatehouse-2026-01-01.db')]);
    writeScripts();
    env = {
      PATH: `${inFolder('bin')}:${process.env.PATH}`,
      HOME: place.folder,
      GATEHOUSE_KEY: gateway.key,
      GATEHOUSE_METRICS_TOKEN: metricsToken.replaceAll(' ', '-'),
      ...(await place.environment()),
    };
    replaced = [
      [/(?<=curl -s )https:\/\/gatehouse\.example/g, gateway.url],
      ['http://127.0.0.1:4747', gateway.url],
      ['--port 4747', `--port ${new URL(gateway.url).port}`],
      ['GATEHOUSE_KEY=gth_…', `GATEHOUSE_KEY=${gateway.key}`],
      ['gth_4fGh7Kq2', keyPrefix],
      ['"doc_…"', `"${docId}"`],
      ['/backups/', `${inFolder('backups')}/`],
      ['/var/lib/gatehouse', inFolder('var/gatehouse')],
    ];
  });

  afterAll(async () => {
    await gateway.stop();
    place[Symbol.dispose]();
  });

  /** Writes scripts for `gatehouse` and `npx -y pnpm@12 …`, as in a clone. Stops a gateway as soon as it listens. */
  function writeScripts(): void {
    const node = quoted(process.execPath);
    const start = `exec ${node} ${quoted(path.join(import.meta.dirname, 'start-and-stop-process.ts'))} ${quoted(program)} "$@"`;
    const scripts = {
      gatehouse: `if [ "$1" = start ]; then ${start}; fi\nexec ${node} ${quoted(program)} "$@"`,
      npx: `shift 2\n[ "$1" = --silent ] && shift\ncase "$1" in\ngatehouse) shift; exec gatehouse "$@" ;;\nstart) exec gatehouse "$@" ;;\nesac\nexit 64`,
    };
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(inFolder(`bin/${name}`), `#!/bin/sh\n${script}\n`);
      chmodSync(inFolder(`bin/${name}`), 0o755);
    }
  }

  const pages = Map.groupBy(
    all.filter(({ file, language, skipped }) => programs.includes(language) && skipped === undefined && !(file in runElsewhere)),
    ({ file }) => file,
  );

  it.each([...pages])('%s', async (_file, blocks) => {
    for (const block of blocks) {
      // A password reset needs a person who can sign in.
      if (block.code.includes('people reset-link')) await signUp('bob@example.com');
      expect(await paste(block), block.code).not.toBe('');
    }
  });

  async function signUp(email: string): Promise<void> {
    const { link } = await place.json(['people', 'invite', email]);
    await openBrowser(gateway.url).ok('accept_invitation', { secret: secretOf(link), name: 'Bob', password: goodPassword });
  }

  /** Runs a block as pasted, with the addresses and IDs of the test. Rejects if it fails. */
  async function paste({ language, code }: CodeBlock): Promise<string> {
    const typed = replaced.reduce((text, [shown, here]) => text.replaceAll(shown, here), code);
    const given = { env, cwd: place.folder };
    if (language === 'python') return (await run('python3', ['-c', typed], given)).stdout;
    if (language !== 'sh') return (await run(process.execPath, ['--input-type=module', '-e', typed], given)).stdout;
    const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', typed], given);
    expect(stdout).not.toMatch(/^\{"error"/m);
    return `${stdout}ended`;
  }
});

/** A folder that pages name, and a document with two versions. */
async function makeItems({ url, key }: Running): Promise<string> {
  const call = async (tool: string, input: object): Promise<Loose> => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    return await (await fetch(`${url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) })).json();
  };
  await call('create_folder', { name: 'Library' });
  const { docId } = await call('create_doc', { title: 'A plan', bodyMarkdown: 'one' });
  await call('update_doc', { docId, bodyMarkdown: 'two', changeSummary: 'two' });
  return docId;
}
