import { createHash, randomBytes } from 'node:crypto';
import type { Browser } from '../console/browser.ts';
import type { Loose } from '../kit/world.ts';

export const redirectUri = 'http://localhost:8787/callback';

/** Actions of a person in the browser at the address that a client opens: consents on the page, and returns to the client. */
export interface Consent {
  orgId: string;
  access?: 'read' | 'write';
  days?: number;
  /** Answer other than consent. */
  answer?: (browser: Browser, requestId: string) => Promise<{ continueAt: string }>;
}

/** An answer to a step of a browser. */
export interface Step {
  status: number;
  location: string | null;
  text: string;
}

/** Visits an address with the cookies of this browser, and stores new cookies. */
export async function visit(browser: Browser, address: string | URL): Promise<Step> {
  const cookies = [...browser.cookies.values()].join('; ');
  const response = await fetch(address, { redirect: 'manual', headers: { Cookie: cookies, Accept: 'text/html' } });
  for (const header of response.headers.getSetCookie()) {
    const pair = header.split(';')[0] as string;
    browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair);
  }
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

/** The identifier of the request that the consent page is opened for. */
export async function beginConsent(browser: Browser, address: string | URL): Promise<string> {
  const { status, location, text } = await visit(browser, address);
  const id = location === null ? undefined : /\/app\/allow\/([\w-]+)$/.exec(location)?.[1];
  if (id === undefined) throw new Error(`the authorization request was answered ${status} ${location} ${text}`);
  return id;
}

/** Has the person answer, and gives the address at the client that their browser is sent back to. */
export async function consent(browser: Browser, address: string | URL, { orgId, access = 'write', days, answer }: Consent): Promise<URL> {
  const requestId = await beginConsent(browser, address);
  const allow = () => browser.ok('allow_client', { requestId, access, ...(days !== undefined && { expiresInDays: days }) }, orgId);
  const { continueAt } = await (answer ? answer(browser, requestId) : allow());
  const { status, location, text } = await visit(browser, continueAt);
  if (location === null) throw new Error(`the browser that came back was answered ${status} ${text}`);
  return new URL(location);
}

/** A client that speaks the protocol by hand. */
export function openClient(url: string) {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');

  async function post(path: string, form: Record<string, string>): Promise<{ status: number; body: Loose; headers: Headers }> {
    const response = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form) });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  }

  return {
    verifier,
    async register(metadata: object = {}): Promise<{ status: number; body: Loose }> {
      const given = { client_name: 'Test client', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none', ...metadata };
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`${url}/oauth/reg`, { method: 'POST', headers, body: JSON.stringify(given) });
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    authorization(clientId: string, more: Record<string, string | undefined> = {}): URL {
      const given: Record<string, string | undefined> = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state: 'a state',
        resource: `${url}/mcp`,
        ...more,
      };
      const address = new URL(`${url}/oauth/auth`);
      for (const [name, value] of Object.entries(given)) if (value !== undefined) address.searchParams.set(name, value);
      return address;
    },
    post,
    exchange(clientId: string, code: string, more: Record<string, string> = {}) {
      const form = { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirectUri, code_verifier: verifier };
      return post('/oauth/token', { ...form, ...more });
    },
    refresh(clientId: string, refreshToken: string, more: Record<string, string> = {}) {
      return post('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...more });
    },
    revoke(clientId: string, token: string) {
      return post('/oauth/token/revocation', { client_id: clientId, token });
    },
  };
}

/** Calls a tool like a client of 2026, which identifies itself in every message. */
export async function callModern(url: string, bearer: string, tool: string, input: object) {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${bearer}`,
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': tool,
  };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'e2e', version: '1' },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input, _meta } });
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
  const answer: Loose = await response.json();
  return { status: response.status, challenge: response.headers.get('www-authenticate'), result: answer.result };
}

/** Calls a tool over MCP with a bearer token. Returns the status and the answer of the tool. */
export async function callMcp(url: string, bearer: string | undefined, tool = 'whoami', input: object = {}, path = '/mcp') {
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(message) });
  const text = await response.text();
  const body: Loose = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body, result: body?.result };
}

/** First messages of a client after its start: it identifies itself, and lists the tools. */
export async function lookAround(url: string, bearer: string): Promise<void> {
  const clientInfo = { name: 'e2e', version: '1' };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    Authorization: `Bearer ${bearer}`,
  };
  for (const message of [
    { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'tools/list', params: {} },
  ]) {
    const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) });
    if (response.status !== 200) throw new Error(`${message.method} was answered ${response.status} ${await response.text()}`);
    await response.text();
  }
}
