import type { Choice } from './grouped-tabs.tsx';

export interface Snippet extends Choice {
  /** File or program to paste into. */
  into: string;
  text: string;
}

interface Given {
  /** Address of the gateway as the person reaches it: `https://gatehouse.example`. */
  origin: string;
  key: string;
  /** Path for clients with a key. It differs from the one that tells clients to sign in. */
  mcpPath: '/mcp' | '/mcp/key';
}

const [programs, coding, others] = ['Programs', 'Coding assistants', 'Others'];

/** First calls with a key for each kind of caller. Each works as pasted. */
export function snippetsFor(given: Given): Snippet[] {
  return [
    { id: 'curl', title: 'curl', group: programs, into: 'Run in a shell', text: curl(given) },
    { id: 'typescript', title: 'TypeScript', group: programs, into: 'For Node, Deno or Bun', text: typeScript(given) },
    { id: 'python', title: 'Python', group: programs, into: 'For Python 3, no packages needed', text: python(given) },
    { id: 'claude-code', title: 'Claude Code', group: coding, into: 'Run in a shell', text: claudeCode(given) },
    {
      id: 'cursor',
      title: 'Cursor',
      group: coding,
      into: 'Add to ~/.cursor/mcp.json, or to .cursor/mcp.json in a project',
      text: cursor(given),
    },
    {
      id: 'vs-code',
      title: 'VS Code',
      group: coding,
      into: 'Add to .vscode/mcp.json. VS Code asks for the key once and stores it.',
      text: vsCode(given),
    },
    { id: 'gemini', title: 'Gemini CLI', group: coding, into: 'Run in a shell', text: gemini(given) },
    { id: 'codex', title: 'Codex', group: coding, into: 'Run in a shell', text: codex(given) },
    { id: 'claude-desktop', title: 'Claude Desktop', group: others, into: 'Add to claude_desktop_config.json', text: claudeDesktop(given) },
    { id: 'mcp', title: 'MCP JSON', group: others, into: 'For any other client', text: mcpJson(given) },
  ];
}

const curl = ({ origin, key }: Given) => `curl -s -X POST ${origin}/v1/tools/whoami -H 'Authorization: Bearer ${key}'`;

const typeScript = ({ origin, key }: Given) => `const answer = await fetch('${origin}/v1/tools/whoami', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${key}', 'Content-Type': 'application/json' },
  body: JSON.stringify({}),
});
console.log(await answer.json());`;

const python = ({ origin, key }: Given) => `import json, urllib.request

request = urllib.request.Request(
    "${origin}/v1/tools/whoami",
    data=b"{}",
    headers={"Authorization": "Bearer ${key}", "Content-Type": "application/json"},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer))`;

const claudeCode = ({ origin, key, mcpPath }: Given) =>
  `claude mcp add --transport http gatehouse ${origin}${mcpPath} --header "Authorization: Bearer ${key}"`;

/** Claude Desktop only starts programs, so this starts the bridge to an address. */
function claudeDesktop({ origin, key, mcpPath }: Given): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the program behind it puts the variable in
  const args = ['-y', 'mcp-remote', `${origin}${mcpPath}`, '--header', 'Authorization:${GATEHOUSE_AUTHORIZATION}'];
  const isPlain = origin.startsWith('http:') && !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(origin);
  const gatehouse = { command: 'npx', args: isPlain ? [...args, '--allow-http'] : args, env: { GATEHOUSE_AUTHORIZATION: `Bearer ${key}` } };
  return json({ mcpServers: { gatehouse } });
}

const cursor = ({ origin, key, mcpPath }: Given) =>
  json({ mcpServers: { gatehouse: { url: `${origin}${mcpPath}`, headers: { Authorization: `Bearer ${key}` } } } });

const vsCode = ({ origin, mcpPath }: Given) =>
  json({
    inputs: [{ type: 'promptString', id: 'gatehouse-key', description: 'Gatehouse key', password: true }],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code puts the key in
    servers: { gatehouse: { type: 'http', url: `${origin}${mcpPath}`, headers: { Authorization: 'Bearer ${input:gatehouse-key}' } } },
  });

const gemini = ({ origin, key, mcpPath }: Given) =>
  `gemini mcp add --transport http --header "Authorization: Bearer ${key}" gatehouse ${origin}${mcpPath}`;

const codex = ({ origin, key, mcpPath }: Given) => `export GATEHOUSE_KEY=${key}
codex mcp add gatehouse --url ${origin}${mcpPath} --bearer-token-env-var GATEHOUSE_KEY`;

const mcpJson = ({ origin, key, mcpPath }: Given) =>
  json({ mcpServers: { gatehouse: { type: 'http', url: `${origin}${mcpPath}`, headers: { Authorization: `Bearer ${key}` } } } });

const json = (value: object) => JSON.stringify(value, undefined, 2);
