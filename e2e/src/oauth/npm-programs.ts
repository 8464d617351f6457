/** A program of npm that speaks MCP, as a person at a terminal uses it. */
export interface NpmProgram {
  package: string;
  /** Run once behind the installation, as npm itself would. */
  install?: string;
  /** A file of settings in its home, with the address that it is given and, where it has one, its key. */
  settings?: (url: string, key: string | undefined) => { file: string; content: object };
  /** What is typed before it signs in; `$URL` and `$KEY` are put in. */
  addWithKey?: string;
  add?: string;
  /** Says an address, and waits until the browser comes back; undefined for one that signs in nowhere but in its own window. */
  signIn?: { command: string; signedIn: RegExp };
  /** Connects with what it has; it may end by itself or not. */
  connect: string;
  environment?: Record<string, string>;
}

export const npmPrograms: readonly NpmProgram[] = [
  {
    package: '@anthropic-ai/claude-code',
    install: 'install.cjs',
    addWithKey: 'claude mcp add --transport http gatehouse "$URL" --header "Authorization: Bearer $KEY"',
    add: 'claude mcp add --transport http gatehouse "$URL"',
    signIn: { command: 'claude mcp login --no-browser gatehouse', signedIn: /Authenticated with/ },
    connect: 'claude mcp list',
    environment: { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
  },
  {
    package: '@openai/codex',
    addWithKey: 'codex mcp add gatehouse --url "$URL" --bearer-token-env-var KEY',
    // It signs in as soon as it is told of a server.
    signIn: { command: 'codex mcp add gatehouse --url "$URL"', signedIn: /Successfully logged in/ },
    // Lists the tools, and then asks a model that it does not reach.
    connect: 'codex exec --skip-git-repo-check hello',
  },
  {
    package: '@google/gemini-cli',
    settings: (url, key) => ({
      file: '.gemini/settings.json',
      content: {
        mcpServers: { gatehouse: { httpUrl: url, ...(key !== undefined && { headers: { Authorization: `Bearer ${key}` } }) } },
        security: { folderTrust: { enabled: false } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
      },
    }),
    connect: 'gemini mcp list',
    environment: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  },
  {
    package: 'opencode-ai',
    install: 'postinstall.mjs',
    settings: (url, key) => ({
      file: 'opencode.json',
      content: {
        autoupdate: false,
        mcp: {
          gatehouse: { type: 'remote', url, ...(key !== undefined && { oauth: false, headers: { Authorization: `Bearer ${key}` } }) },
        },
      },
    }),
    signIn: { command: 'opencode mcp auth gatehouse', signedIn: /Done/ },
    connect: 'opencode mcp list',
    environment: { BROWSER: 'true' },
  },
];
