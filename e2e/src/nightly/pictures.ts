import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openSyncWorld } from '../skills/sync-world.ts';
import { type NpmPackages, openNpmPackages } from './npm-packages.ts';
import { openScriptedModel, type ScriptedModel } from './scripted-model.ts';

const run = promisify(execFile);
/** A picture of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

interface Agent {
  package: string;
  binary: string;
  /** Arguments to connect the agent to a gateway whose key is in `KEY`, and to ask it once. */
  connect(url: string): string[];
  ask(model: ScriptedModel): { arguments: string[]; environment: Record<string, string> };
}

const agents: readonly Agent[] = [
  {
    package: '@anthropic-ai/claude-code',
    binary: '@anthropic-ai/claude-code-linux-x64/claude',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program puts the key in.
    connect: (url) => ['mcp', 'add', '--transport', 'http', 'gatehouse', url, '--header', 'Authorization: Bearer ${KEY}'],
    ask: ({ url }) => ({
      arguments: ['-p', 'What is in the picture?', '--allowedTools', 'mcp__gatehouse__read_file'],
      environment: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'none',
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      },
    }),
  },
  {
    package: '@openai/codex',
    binary: '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
    connect: (url) => ['mcp', 'add', 'gatehouse', '--url', url, '--bearer-token-env-var', 'KEY'],
    ask: ({ url }) => ({
      arguments: [
        ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '-c', 'model_provider=scripted'],
        ...['-c', `model_providers.scripted={name="scripted",base_url="${url}/v1",wire_api="responses"}`, 'What is in the picture?'],
      ],
      environment: {},
    }),
  },
];

/**
 * Installs two agents from npm, lets a scripted model call `read_file` for a picture, and searches for the picture in the model's next
 * input. For Linux on x64. `NPM_AGENTS` names a folder with an existing installation. // D24.5
 */
export async function showPictures(): Promise<string[]> {
  using packages = await openNpmPackages(
    agents.map((agent) => agent.package),
    process.env.NPM_AGENTS,
  );
  const wrong: string[] = [];
  for (const agent of agents) {
    const fault = await showPicture(agent, packages).catch((error: unknown) => `${error}`);
    process.stdout.write(`${agent.package} ${packages.versionOf(agent.package)}: ${fault ?? 'its model gets the picture'}\n`);
    if (fault !== undefined) wrong.push(`${agent.package}: ${fault}`);
  }
  return wrong;
}

async function showPicture({ binary, connect, ask }: Agent, { at }: NpmPackages): Promise<string | undefined> {
  await using world = await openSyncWorld();
  const { id: fileId } = await world.as('write_file', { name: 'dot.png', contentBase64: picture });
  const { key } = await world.world.createKey(world.world.owner, 'read');
  await using model = await openScriptedModel([{ tool: 'read_file', input: { fileId } }]);
  const home = mkdtempSync(path.join(tmpdir(), 'gatehouse-home-'));
  try {
    const cwd = path.join(home, 'project');
    mkdirSync(cwd);
    const { arguments: question, environment } = ask(model);
    const options = { cwd, env: { PATH: process.env.PATH, HOME: home, KEY: key, ...environment }, timeout: 120_000 };
    await run(at(binary), connect(`${world.world.url}/mcp`), options);
    const asking = run(at(binary), question, options);
    // Both read a question from there too.
    asking.child.stdin?.end();
    const { stdout } = await asking;
    if (!stdout.includes('Done.')) return `it ended with ${stdout.slice(0, 500)}`;
    const parts = model.results.flat();
    return parts.some((part) => part.type === 'image' && part.data === picture)
      ? undefined
      : `its model got ${JSON.stringify(parts).slice(0, 500)}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
