import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type NpmPackages, openNpmPackages } from './npm-packages.ts';
import { openScriptedModel, type ResultPart, type ScriptedCall, type ScriptedModel } from './scripted-model.ts';

const run = promisify(execFile);

interface Agent {
  package: string;
  binary: string;
  /** Arguments to connect the agent to a gateway whose key is in `KEY`, and to ask it once. */
  connect(url: string): string[];
  ask(model: ScriptedModel, tool: string): { arguments: string[]; environment: Record<string, string> };
}

const question = 'What is it?';

const agents: readonly Agent[] = [
  {
    package: '@anthropic-ai/claude-code',
    binary: '@anthropic-ai/claude-code-linux-x64/claude',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the program puts the key in.
    connect: (url) => ['mcp', 'add', '--transport', 'http', 'gatehouse', url, '--header', 'Authorization: Bearer ${KEY}'],
    ask: ({ url }, tool) => ({
      arguments: ['-p', question, '--allowedTools', `mcp__gatehouse__${tool}`],
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
        ...['-c', `model_providers.scripted={name="scripted",base_url="${url}/v1",wire_api="responses"}`, question],
      ],
      environment: {},
    }),
  },
];

/** A gateway for one agent, and what its model does there. */
export interface Scene extends AsyncDisposable {
  /** Address of the MCP endpoint. */
  url: string;
  key: string;
  call: ScriptedCall;
  /** Says what is wrong with the results that the model got. */
  judge(results: ResultPart[]): Promise<string | undefined>;
}

/**
 * Installs two agents from npm, and lets a scripted model make a call in each. Returns what went wrong. For Linux on x64. `NPM_AGENTS` names a
 * folder with an existing installation.
 */
export async function playInAgents(openScene: () => Promise<Scene>): Promise<string[]> {
  using packages = await openNpmPackages(
    agents.map((agent) => agent.package),
    process.env.NPM_AGENTS,
  );
  const wrong: string[] = [];
  for (const agent of agents) {
    const fault = await play(agent, packages, openScene).catch((error: unknown) => `${error}`);
    process.stdout.write(`${agent.package} ${packages.versionOf(agent.package)}: ${fault ?? 'all is well'}\n`);
    if (fault !== undefined) wrong.push(`${agent.package}: ${fault}`);
  }
  return wrong;
}

async function play({ binary, connect, ask }: Agent, { at }: NpmPackages, openScene: () => Promise<Scene>): Promise<string | undefined> {
  await using scene = await openScene();
  await using model = await openScriptedModel([scene.call]);
  const home = mkdtempSync(path.join(tmpdir(), 'gatehouse-home-'));
  try {
    const cwd = path.join(home, 'project');
    mkdirSync(cwd);
    const { arguments: asked, environment } = ask(model, scene.call.tool);
    const options = { cwd, env: { PATH: process.env.PATH, HOME: home, KEY: scene.key, ...environment }, timeout: 120_000 };
    await run(at(binary), connect(scene.url), options);
    const asking = run(at(binary), asked, options);
    // Both programs also read questions from stdin.
    asking.child.stdin?.end();
    const { stdout } = await asking;
    if (!stdout.includes('Done.')) return `it ended with ${stdout.slice(0, 500)}`;
    return await scene.judge(model.results.flat());
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
