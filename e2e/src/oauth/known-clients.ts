/** Recorded sign-in requests of a program, with the addresses of this gateway filled in. */
export interface KnownClient {
  name: string;
  /** Registration of the client. Absent for clients that are described by a document. */
  registration?: Record<string, unknown>;
  document?: { address: string; content: Record<string, unknown> };
  /** Address to which its browser returns. */
  redirectUri: string;
  /** Parameters beyond those of every client: client, response type, redirect, PKCE with S256, state. */
  authorization: { scope?: string; resource?: 'named' | 'with a slash' | 'none'; more?: Record<string, string> };
  token: { resource: boolean; more?: Record<string, string> };
  refresh: { resource: boolean; scope?: string };
}

const code = ['authorization_code', 'refresh_token'];

export const knownClients: readonly KnownClient[] = [
  {
    name: 'Claude (claude.ai, Desktop, phone), registering',
    // Asks for a secret, and gets on without one.
    registration: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
    },
    redirectUri: 'https://claude.ai/api/mcp/auth_callback',
    authorization: { scope: 'claudeai', resource: 'named' },
    token: { resource: true },
    refresh: { resource: true },
  },
  {
    name: 'Claude, described by a document',
    document: {
      address: 'https://claude.test/oauth/mcp-oauth-client-metadata',
      content: {
        client_name: 'Claude',
        client_uri: 'https://claude.test',
        redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
        grant_types: code,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'https://claude.com/api/mcp/auth_callback',
    authorization: { scope: 'read write', resource: 'named' },
    token: { resource: true },
    refresh: { resource: true, scope: 'read write' },
  },
  {
    // 2.1.330.
    name: 'Claude Code, described by a document',
    document: {
      address: 'https://claude.ai/oauth/claude-code-client-metadata',
      content: {
        client_name: 'Claude Code',
        client_uri: 'https://claude.ai',
        redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
        grant_types: code,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
    // The port that is free at this time.
    redirectUri: 'http://localhost:60132/callback',
    authorization: { scope: 'read write offline_access', resource: 'named', more: { prompt: 'consent' } },
    token: { resource: true },
    refresh: { resource: true },
  },
  {
    name: 'Claude Code, where no document is read',
    registration: {
      client_name: 'Claude Code (gatehouse)',
      redirect_uris: ['http://localhost:50574/callback'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: 'read write offline_access',
    },
    redirectUri: 'http://localhost:50574/callback',
    authorization: { scope: 'read write offline_access', resource: 'named', more: { prompt: 'consent' } },
    token: { resource: true },
    refresh: { resource: true },
  },
  {
    name: 'Claude Code of earlier versions',
    registration: {
      client_name: 'Claude Code (gatehouse)',
      redirect_uris: ['http://localhost:54545/callback'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'http://localhost:61222/callback',
    authorization: { resource: 'none' },
    token: { resource: false },
    refresh: { resource: false },
  },
  {
    name: 'ChatGPT',
    registration: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector_platform_oauth_redirect'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
    },
    redirectUri: 'https://chatgpt.com/connector_platform_oauth_redirect',
    authorization: { scope: 'read write offline_access', resource: 'named', more: { prompt: 'consent' } },
    token: { resource: true },
    refresh: { resource: true, scope: 'read write' },
  },
  {
    name: 'Cursor',
    registration: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    redirectUri: 'cursor://anysphere.cursor-mcp/oauth/callback',
    authorization: { scope: 'read write', resource: 'with a slash' },
    token: { resource: true },
    refresh: { resource: true },
  },
  {
    name: 'VS Code',
    registration: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://localhost/',
        'http://127.0.0.1/',
        'http://localhost:33418/',
        'http://127.0.0.1:33418/',
      ],
      grant_types: [...code, 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: 'read write',
    },
    redirectUri: 'http://127.0.0.1:33418/',
    authorization: { scope: 'read write', resource: 'named', more: { prompt: 'select_account' } },
    token: { resource: true },
    refresh: { resource: true },
  },
  {
    // 0.169.0.
    name: 'Codex, described by a document',
    document: {
      address: 'https://chatgpt.com/oauth/codex/client.json',
      content: {
        client_name: 'Codex',
        redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
        grant_types: code,
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    },
    redirectUri: 'http://127.0.0.1:34677/callback',
    authorization: { scope: 'read write offline_access', resource: 'named' },
    token: { resource: true },
    refresh: { resource: true, scope: 'read write offline_access' },
  },
  {
    name: 'Codex, where no document is read',
    registration: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:33501/callback'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      scope: 'read write offline_access',
    },
    redirectUri: 'http://127.0.0.1:33501/callback',
    authorization: { scope: 'read write offline_access', resource: 'named' },
    token: { resource: true },
    refresh: { resource: true, scope: 'read write offline_access' },
  },
  {
    name: 'Codex of earlier versions',
    registration: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:41001/callback'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: '',
    },
    redirectUri: 'http://127.0.0.1:41001/callback',
    authorization: { scope: '', resource: 'named' },
    token: { resource: true },
    refresh: { resource: false },
  },
  {
    // 0.61.0.
    name: 'Gemini CLI',
    registration: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:45067/oauth/callback'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'read write offline_access',
    },
    redirectUri: 'http://localhost:45067/oauth/callback',
    authorization: { scope: 'read write offline_access', resource: 'named' },
    token: { resource: true },
    refresh: { resource: true },
  },
  {
    name: 'Gemini CLI of earlier versions',
    registration: {
      client_name: 'Gemini CLI MCP Client',
      redirect_uris: ['http://localhost:7777/oauth/callback'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      code_challenge_method: ['S256'],
      scope: '',
    },
    redirectUri: 'http://localhost:65290/oauth/callback',
    authorization: { resource: 'named' },
    token: { resource: true },
    refresh: { resource: true },
  },
  {
    // 1.18.33.
    name: 'opencode',
    registration: {
      client_name: 'OpenCode',
      client_uri: 'https://opencode.ai',
      redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
      grant_types: code,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'read write offline_access',
    },
    redirectUri: 'http://127.0.0.1:19876/mcp/oauth/callback',
    authorization: { scope: 'read write offline_access', resource: 'named', more: { prompt: 'consent' } },
    token: { resource: true },
    refresh: { resource: true },
  },
];
