import { clientGuides as strings } from '../strings.ts';
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

const allow = { text: strings.gatehousePageOpens };

export const clientGuides: readonly ClientGuide[] = [
  {
    id: 'claude',
    title: strings.claude,
    isHosted: true,
    steps: (url) => [
      {
        text: strings.inClaudeWeb,
        paste: url,
      },
      { text: strings.leaveClientIdAndSecret },
      allow,
      {
        text: strings.forClaudeCode,
        paste: strings.claudeMcpAddTransportHttp(url),
      },
    ],
  },
  {
    id: 'chatgpt',
    title: strings.chatgpt,
    isHosted: true,
    steps: (url) => [
      {
        text: strings.inChatgptOnWeb,
        paste: url,
      },
      { text: strings.chooseOauthForAuthentication },
      allow,
    ],
  },
  {
    id: 'cursor',
    title: strings.cursor,
    isHosted: false,
    open: (url) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=gatehouse&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
    steps: (url) => [
      {
        text: strings.clickOpenCursor,
        paste: json({ mcpServers: { gatehouse: { url } } }),
      },
      { text: strings.inCursor },
      allow,
    ],
  },
  {
    id: 'vs-code',
    title: strings.vsCode,
    isHosted: false,
    open: (url) => `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'gatehouse', type: 'http', url }))}`,
    steps: (url) => [
      {
        text: strings.clickOpenVsCode,
        paste: json({ servers: { gatehouse: { type: 'http', url } } }),
      },
      { text: strings.startServer },
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
