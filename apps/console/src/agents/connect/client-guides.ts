/** How a client that signs in is connected. */
export interface ClientGuide {
  id: string;
  title: string;
  /** Opens the client on this machine with the address in it. */
  open?: (url: string) => string;
  /** Runs elsewhere: it reaches what is on the internet alone. */
  isHosted: boolean;
  /** What to do, in order; what is pasted stands behind what it is pasted into. */
  steps: (url: string) => { text: string; paste?: string }[];
}

const allow = { text: 'A page of Gatehouse opens. Choose the organization and what it may do, and press Allow.' };

export const clientGuides: readonly ClientGuide[] = [
  {
    id: 'claude',
    title: 'Claude',
    isHosted: true,
    steps: (url) => [
      { text: 'In Claude (web, desktop or phone): Settings, Connectors, Add custom connector. The address of the server:', paste: url },
      { text: 'Leave client id and secret empty, press Add, then Connect.' },
      allow,
      {
        text: 'Claude Code takes it in a shell; type /mcp in it then, and choose Authenticate:',
        paste: `claude mcp add --transport http gatehouse ${url}`,
      },
    ],
  },
  {
    id: 'chatgpt',
    title: 'ChatGPT',
    isHosted: true,
    steps: (url) => [
      {
        text: 'In ChatGPT on the web: Settings, Apps & Connectors, Advanced settings: switch developer mode on. Then Create. The address of the MCP server:',
        paste: url,
      },
      { text: 'Authentication: OAuth. Leave client id and secret empty, and press Create.' },
      allow,
    ],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    isHosted: false,
    open: (url) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=gatehouse&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
    steps: (url) => [
      {
        text: 'Press Open Cursor, then Install. Or put this into ~/.cursor/mcp.json:',
        paste: json({ mcpServers: { gatehouse: { url } } }),
      },
      { text: 'In the settings of Cursor, MCP: press Connect (Needs authentication) beside gatehouse.' },
      allow,
    ],
  },
  {
    id: 'vs-code',
    title: 'VS Code',
    isHosted: false,
    open: (url) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'gatehouse', type: 'http', url }))}`,
    steps: (url) => [
      {
        text: 'Press Open VS Code, then Install. Or put this into .vscode/mcp.json:',
        paste: json({ servers: { gatehouse: { type: 'http', url } } }),
      },
      { text: 'Start the server. VS Code asks whether it may sign in: press Allow.' },
      allow,
    ],
  },
];

/** Whether what runs elsewhere cannot reach this address. */
export function isOfThisMachine(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
