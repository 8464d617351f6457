import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type OAuthService, openOAuthService } from '@gatehouse/services/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credential } from '../secrets/planted.ts';
import { filesystemScript, startEverything, type Upstream } from '../services/upstreams.ts';
import { type ApiService, openApiService } from './api-service.ts';
import { openPlace, type Place, program } from './command.ts';
import { quoted } from './shell.ts';

/** Pages in the order of a reader: a connection is added before it is changed and removed. */
const pages = [
  'guides/connect-an-mcp-server',
  'guides/connect-an-http-api',
  'guides/connect-a-command',
  'guides/accounts-at-services',
  'guides/try-service-tools',
  'guides/when-a-service-fails',
  'guides/choose-what-can-run',
  'guides/approve-changed-tools',
  'guides/change-a-connection',
  'guides/change-the-secret',
];
const guide = pages.map((page) => readFileSync(path.join(import.meta.dirname, '../../../docs', `${page}.md`), 'utf8')).join('\n');
/** The lines of its blocks that run the command, each with its continued lines. */
const lines = [...guide.matchAll(/```sh[^\n]*\n([\s\S]*?)```/g)]
  .flatMap(([, block]) => (block as string).replaceAll(/\\\n\s*/g, '').split('\n'))
  .filter((line) => line.startsWith('gatehouse '));
const rotations = lines.filter((line) => line.includes('secrets rotate'));

describe('the guide to connected services', { tags: ['nightly'] }, () => {
  let place: Place;
  let upstream: Upstream;
  let api: ApiService;
  let signIn: OAuthService;
  const inFolder = (name: string) => path.join(place.folder, name);
  const stand = { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };

  beforeAll(async () => {
    [upstream, api, place] = [await startEverything(), await openApiService(), openPlace()];
    signIn = await openOAuthService();
    await place.json(['init', '--org', 'Acme', '--email', 'ada@acme.test']);
    mkdirSync(inFolder('bin'));
    mkdirSync(inFolder('shared'));
    writeFileSync(inFolder('bin/gatehouse'), `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(program)} "$@"\n`);
    chmodSync(inFolder('bin/gatehouse'), 0o755);
    writeFileSync(place.secretFile('token'), credential);
    writeFileSync(place.secretFile('key'), credential);
    writeFileSync(place.secretFile('client-secret'), credential);
  });

  afterAll(async () => {
    place[Symbol.dispose]();
    await Promise.all([upstream[Symbol.asyncDispose](), api[Symbol.asyncDispose](), signIn[Symbol.asyncDispose]()]);
  });

  /** Runs a line as pasted into a shell, but with local services, and a token from a file instead of a typed one. */
  async function paste(line: string, env: Record<string, string> = {}): Promise<string> {
    const typed = line
      .replace(/https:\/\/(?:mcp\.deepwiki\.com|api\.githubcopilot\.com)\/mcp\/?/, upstream.url)
      .replace('https://api.weather.gov/openapi.json', api.documentUrl)
      .replace(/https:\/\/(?:mcp\.linear\.app|tracker\.example\.com)\/mcp/, signIn.mcpUrl)
      .replace('/usr/bin/node', quoted(process.execPath))
      .replace('/srv/mcp/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', quoted(filesystemScript))
      .replace('/srv/shared', quoted(inFolder('shared')))
      .replace('ask_question', 'echo')
      .replace(/--access bearer/, `$& --token-file ${quoted(inFolder('token'))}`);
    const PATH = `${inFolder('bin')}:${process.env.PATH}`;
    const given = { env: { PATH, HOME: place.folder, ...(await place.environment()), ...stand, ...env }, cwd: place.folder };
    return (await promisify(execFile)('bash', ['-c', typed], given)).stdout;
  }

  it('shows how to connect, manage and remove services, and how to change the secret', () => {
    const verbs = new Set(lines.map((line) => /gatehouse (\w+ \w+)/.exec(line)?.[1]));
    const connections = [
      'check',
      'add',
      'edit',
      'list',
      'tools',
      'test',
      'mark',
      'switch',
      'approve',
      'credentials',
      'accounts',
      'pause',
      'resume',
      'remove',
    ];
    expect(verbs).toEqual(new Set([...connections.map((verb) => `connections ${verb}`), 'keys create', 'secrets rotate']));
    expect(rotations).toHaveLength(3);
    for (const shown of ['tools weather', 'approve weather']) expect(lines.some((line) => line.includes(shown))).toBe(true);
  });

  it.each(lines.filter((line) => !rotations.includes(line)))('%s', async (line) => {
    if (line.includes('tools weather')) {
      api.description = 'The weather, and the news.';
      await paste('gatehouse connections test weather');
    }
    const said = await paste(line);
    expect(said).not.toBe('');
    if (line.includes('tools weather') || line.includes('approve weather')) expect(said).toContain('The weather, and the news.');
  });

  it('returns a new secret in the three ways that it shows', async () => {
    const [renew, renewVariable, leavePrevious] = rotations as [string, string, string];
    const credentials = async (said: Promise<string>) => Number(/^(\d+) credentials? encrypted with the new secret/.exec(await said)?.[1]);
    const stored = await credentials(paste(renew));
    expect(stored).toBeGreaterThan(0);
    copyFileSync(path.join(place.data, 'secret'), place.secretFile('old-secret'));
    const env = { GATEHOUSE_SECRET: 'a secret in a variable that is long enough' };
    expect(await credentials(paste(leavePrevious, env))).toBe(stored);
    expect(await credentials(paste(renewVariable, env))).toBe(stored);
    const next = { GATEHOUSE_SECRET: readFileSync(inFolder('new-secret'), 'utf8').trim() };
    expect(await paste('gatehouse connections test github', next)).toContain('It answers');
  });
});
