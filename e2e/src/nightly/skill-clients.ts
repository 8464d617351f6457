import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { skillText } from '../skills/story.ts';
import { openSyncWorld } from '../skills/sync-world.ts';
import { type NpmPackages, openNpmPackages } from './npm-packages.ts';

const run = promisify(execFile);
const command = fileURLToPath(new URL('../../../apps/cli/bin/gatehouse.mjs', import.meta.url));
const skill = 'synced-from-gatehouse';

interface SkillClient {
  package: string;
  /** Value for `gatehouse skills sync --to`. */
  to: string;
  /** Returns the client's output about the skills that it found. No client needs an account for that. */
  find(at: NpmPackages['at'], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string>;
}

const clients: readonly SkillClient[] = [
  {
    package: '@google/gemini-cli',
    to: 'gemini',
    async find(at, options) {
      const { stdout, stderr } = await run(process.execPath, [at('@google/gemini-cli/bundle/gemini.js'), 'skills', 'list'], options);
      return stdout + stderr;
    },
  },
  {
    package: 'opencode-ai',
    to: 'opencode',
    async find(at, options) {
      return (await run(at('opencode-linux-x64/bin/opencode'), ['debug', 'skill'], options)).stdout;
    },
  },
  { package: '@openai/codex', to: 'codex', find: askCodex },
  {
    package: '@anthropic-ai/claude-code',
    to: 'claude',
    async find(at, options) {
      const log = path.join(options.cwd, 'claude.log');
      // The program ends without an account, but only after it has looked for skills.
      await run(at('@anthropic-ai/claude-code-linux-x64/claude'), ['-p', 'hello', '--debug-file', log], options).catch(() => undefined);
      const text = readFileSync(log, 'utf8');
      // Its log contains only numbers. They belong to this directory, which has one skill.
      return /Loaded 1 unique skills .*user: 1/.test(text) && text.includes(path.join(String(options.env.HOME), '.claude/skills'))
        ? skill
        : text;
    },
  },
];

/** Installs four clients from npm, and asks each whether it finds a skill that was synced for it. For Linux on x64. */
export async function findSyncedSkills(): Promise<string[]> {
  using packages = await openNpmPackages(
    clients.map((client) => client.package),
    process.env.NPM_SKILL_CLIENTS,
  );
  const wrong: string[] = [];
  for (const client of clients) {
    const fault = await tryClient(client, packages.at).catch((error: unknown) => String(error));
    process.stdout.write(
      `${client.package} ${packages.versionOf(client.package)} ${fault === undefined ? 'finds' : 'does not find'} a skill that --to ${client.to} wrote\n`,
    );
    if (fault !== undefined) wrong.push(`${client.package}: ${fault}`);
  }
  return wrong;
}

async function tryClient({ to, find }: SkillClient, at: NpmPackages['at']): Promise<string | undefined> {
  await using world = await openSyncWorld();
  await world.as('write_skill', { content: skillText(skill, 'one') });
  const { key } = await world.world.createKey(world.world.owner, 'read');
  const home = mkdtempSync(path.join(tmpdir(), 'gatehouse-home-'));
  try {
    const cwd = path.join(home, 'project');
    mkdirSync(cwd);
    const env = { PATH: process.env.PATH, HOME: home, GATEHOUSE_KEY: key };
    await run(process.execPath, [command, 'skills', 'sync', '--to', to, '--url', world.world.url], { cwd, env });
    const found = await find(at, { cwd, env });
    return found.includes(skill) ? undefined : `it found ${found.slice(0, 2000)}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Lists skills through its server for editors. */
async function askCodex(at: NpmPackages['at'], options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string> {
  const binary = at('@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex');
  const child = spawn(binary, ['app-server'], { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  try {
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'test', title: 'test', version: '1' } } });
    let text = '';
    for await (const part of child.stdout) {
      text += part;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const message of lines.map((line) => JSON.parse(line))) {
        if (message.id === 1) {
          send({ method: 'initialized' });
          send({ id: 2, method: 'skills/list', params: { cwds: [options.cwd], forceReload: true } });
        }
        if (message.id === 2) return JSON.stringify(message);
      }
    }
    return 'nothing: it ended';
  } finally {
    child.kill();
  }
}
