import { isLoopbackHost } from '@gatehouse/domain';
import type { Choice } from './grouped-tabs.tsx';

/** Guide to connect a client that signs in. */
export interface ClientGuide extends Choice {
  /** Opens the client on this machine with the address in it. */
  open?: (url: string) => string;
  /** Runs on another computer, and reaches only public addresses. */
  isHosted: boolean;
  /** Steps in order. The text to paste follows the place to paste it into. */
  steps: (url: string) => { text: string; paste?: string }[];
}

const allow = { text: 'A Gatehouse page opens. Choose the organization and access, and click Allow.' };

const [coding, chat] = ['Coding assistants', 'Chat assistants'];

export const clientGuides: readonly ClientGuide[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    group: coding,
    isHosted: false,
    steps: (url) => [
      { text: 'Run this in a shell:', paste: `claude mcp add --transport http gatehouse ${url}` },
      { text: 'Run this, which opens a browser:', paste: 'claude mcp login gatehouse' },
      allow,
    ],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    group: coding,
    isHosted: false,
    open: (url) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=gatehouse&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
    steps: (url) => [
      {
        text: 'Click Open Cursor, then Install. Or add this to ~/.cursor/mcp.json:',
        paste: json({ mcpServers: { gatehouse: { url } } }),
      },
      { text: 'In Cursor, go to Settings > MCP and click Connect (Needs authentication) next to gatehouse.' },
      allow,
    ],
  },
  {
    id: 'vs-code',
    title: 'VS Code',
    group: coding,
    isHosted: false,
    open: (url) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'gatehouse', type: 'http', url }))}`,
    steps: (url) => [
      {
        text: 'Click Open VS Code, then Install. Or add this to .vscode/mcp.json:',
        paste: json({ servers: { gatehouse: { type: 'http', url } } }),
      },
      { text: 'Start the server. When VS Code asks to sign in, click Allow.' },
      allow,
    ],
  },
  {
    id: 'claude',
    title: 'Claude',
    group: chat,
    isHosted: true,
    steps: (url) => [
      {
        text: 'In Claude (web, desktop or phone), go to Settings > Connectors > Add custom connector. Enter this server address:',
        paste: url,
      },
      { text: 'Leave the client ID and secret empty. Click Add, then Connect.' },
      allow,
    ],
  },
  {
    id: 'chatgpt',
    title: 'ChatGPT',
    group: chat,
    isHosted: true,
    steps: (url) => [
      {
        text: 'In ChatGPT on the web, go to Settings > Apps & Connectors > Advanced settings and turn on developer mode. Click Create and enter this MCP server address:',
        paste: url,
      },
      { text: 'Choose OAuth for authentication. Leave the client ID and secret empty, and click Create.' },
      allow,
    ],
  },
];

/** True if only programs on the gateway's machine can reach this address. */
export function isOfThisMachine(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname);
}

function json(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
