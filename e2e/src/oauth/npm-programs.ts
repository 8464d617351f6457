/** A program of npm that speaks MCP, as a person at a terminal uses it. */
export interface NpmProgram {
  package: string;
  /** Script to run once after the installation, as npm would. */
  install?: string;
  /** Settings file in the home directory, with the given address and, if it has one, the key. */
  settings?: (url: string, key: string | undefined) => { file: string; content: object };
  /** Command to type before it signs in, with `$URL` and `$KEY` filled in. */
  addWithKey?: string;
  add?: string;
  /** Command that prints an address and waits for the browser to return. Undefined for a program that signs in only in its own window. */
  signIn?: { command: string; signedIn: RegExp };
  /** Command that connects with the stored settings. It may or may not end by itself. */
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
    // This command adds the server and signs in to it.
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
