import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { answerAuthorization, sendJson } from './authorization-part.ts';
import { type Behaviour, usualBehaviour } from './behaviour.ts';
import { type Client, createGrants } from './grants.ts';

/** A person with an account at the service, and the tools that they may use. */
interface Colleague {
  tools: string[];
}

/** A call that reached the service with a valid token. */
interface RecordedCall {
  tool: string;
  arguments: Record<string, unknown>;
  token: string;
  /** The person that the service identified. */
  person: string;
}

/** A service with OAuth sign-in on this machine: an MCP server, a small API, and the authorization server of both. */
export interface OAuthService extends AsyncDisposable {
  mcpUrl: string;
  apiUrl: string;
  /** The OpenAPI document of the API, which can be read without signing in. */
  documentUrl: string;
  issuer: string;
  /**
   * The tools that each person may use, by name: `whoami`, `list_notes`, `create_note`, `delete_notes`. Changes apply from the next request
   * on.
   */
  people: Map<string, Colleague>;
  behaviour: Behaviour;
  calls: RecordedCall[];
  /** Requests with an invalid token or without one. */
  refusals: { token: string | undefined }[];
  tokenRequests: URLSearchParams[];
  /** The revoked tokens, in order. */
  revoked: string[];
  /** Adds a client by hand, for a service without registration. */
  register(redirectUri: string, options?: { withSecret?: boolean }): Client;
  /** Sets the person signed in to every browser. Undefined: the person refuses. */
  signsIn(person: string | undefined): void;
  /**
   * Visits an authorization address as this person's browser, and returns the query that it is sent back with. Undefined: the person
   * refuses.
   */
  visit(address: string, person: string | undefined): Promise<string>;
  /** Expires the access tokens of a person, or of all. A refresh token gives new ones. */
  expireTokens(person?: string): void;
  /** Ends the grants of a person, or of all, with all their tokens. */
  endGrants(person?: string): void;
  /** The person of a token, valid or not, in the records of the service. */
  ownerOf(token: string): string | undefined;
}

export interface OAuthServiceOptions {
  /** Path of the issuer under the origin, such as `/tenant`. */
  issuerPath?: string;
  port?: number;
  /** Prefix of every code, token and secret, so that tests can find them in wrong places. */
  mark?: string;
}

const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
const reading = { annotations: { readOnlyHint: true } };
const tools = [
  { name: 'whoami', description: 'Says who is signed in.', inputSchema, ...reading },
  { name: 'list_notes', description: 'Lists notes.', inputSchema, ...reading },
  { name: 'create_note', description: 'Writes a note.', inputSchema },
  { name: 'delete_notes', description: 'Deletes all notes.', inputSchema },
];

export async function openOAuthService({ issuerPath = '', port = 0, mark }: OAuthServiceOptions = {}): Promise<OAuthService> {
  const behaviour = usualBehaviour();
  const grants = createGrants(behaviour, mark);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [tokenRequests, revoked]: [URLSearchParams[], string[]] = [[], []];
  let signedIn: string | undefined;
  const part = { origin, issuerPath, behaviour, grants, person: () => signedIn, tokenRequests, revoked };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', origin);
    if (behaviour.takeOver(pathname, request, response)) return;
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) return answerResourceMetadata(pathname, response);
    if (await answerAuthorization(part, request, response)) return;
    if (pathname === '/mcp') return await answerMcp(request, response);
    if (pathname === '/openapi.json') return void sendJson(response, 200, documentOf(`${origin}/api`));
    if (pathname.startsWith('/api/')) return answerApi(pathname, request, response);
    sendJson(response, 404, { error: 'not_found' });
  }

  function answerResourceMetadata(pathname: string, response: ServerResponse): void {
    const path = pathname.slice('/.well-known/oauth-protected-resource'.length);
    if (behaviour.tells === 'nothing' || (path !== '/mcp' && !path.startsWith('/api'))) return void sendJson(response, 404, {});
    const issuer = `${origin}${issuerPath}`;
    const metadata = { resource: `${origin}${path}`, authorization_servers: [issuer], scopes_supported: ['notes'] };
    sendJson(response, 200, behaviour.mendResourceMetadata(metadata));
  }

  /** The caller of a request. Undefined if it is not signed in, after answering 401. */
  function callerOf(path: string, request: IncomingMessage, response: ServerResponse): { token: string; person: string } | undefined {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const person = token === undefined ? undefined : grants.personOf(token, `${origin}${path}`);
    if (token !== undefined && person !== undefined) return { token, person };
    service.refusals.push({ token });
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource${path}"`;
    const says = behaviour.tells === 'in-challenge' ? `Bearer error="invalid_token", ${metadata}` : 'Bearer';
    sendJson(response, 401, { error: 'invalid_token' }, { 'www-authenticate': says });
    return undefined;
  }

  async function answerMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const caller = callerOf('/mcp', request, response);
    if (!caller) return;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method, params } = (await json(request)) as { id?: unknown; method: string; params: Record<string, unknown> };
    if (id === undefined) return void response.writeHead(202).end();
    const result = resultOf(method, params, caller);
    const error = { code: -32601, message: 'no such method, or no such tool for you' };
    sendJson(response, 200, { jsonrpc: '2.0', id, ...(result ? { result } : { error }) });
  }

  function resultOf(method: string, params: Record<string, unknown>, caller: { token: string; person: string }): object | undefined {
    const mine = tools.filter(({ name }) => service.people.get(caller.person)?.tools.includes(name));
    if (method === 'initialize') {
      const serverInfo = { name: 'notes', version: '1' };
      return { protocolVersion: params.protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo };
    }
    if (method === 'tools/list') return { tools: mine };
    if (method !== 'tools/call' || !mine.some(({ name }) => name === params.name)) return undefined;
    const tool = String(params.name);
    service.calls.push({ ...caller, tool, arguments: params.arguments as Record<string, unknown> });
    return { content: [{ type: 'text', text: `${tool} as ${caller.person}` }] };
  }

  function answerApi(pathname: string, request: IncomingMessage, response: ServerResponse): void {
    const caller = callerOf('/api', request, response);
    if (!caller) return;
    const tool = operations[`${request.method} ${pathname}`];
    if (tool === undefined) return void sendJson(response, 404, { error: 'not_found' });
    if (!service.people.get(caller.person)?.tools.includes(tool)) return void sendJson(response, 403, { error: 'insufficient_scope' });
    service.calls.push({ ...caller, tool, arguments: {} });
    sendJson(response, 200, { tool, person: caller.person });
  }

  const everything = tools.map(({ name }) => name);
  const service: OAuthService = {
    mcpUrl: `${origin}/mcp`,
    apiUrl: `${origin}/api`,
    documentUrl: `${origin}/openapi.json`,
    issuer: `${origin}${issuerPath}`,
    people: new Map([
      ['ada', { tools: everything }],
      ['bob', { tools: ['whoami', 'list_notes'] }],
    ]),
    behaviour,
    calls: [],
    refusals: [],
    tokenRequests,
    revoked,
    register: (redirectUri, { withSecret = false } = {}) => grants.register([redirectUri], withSecret),
    signsIn(person) {
      signedIn = person;
    },
    async visit(address, person) {
      signedIn = person;
      const response = await fetch(address, { redirect: 'manual' });
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the service answered ${response.status}: ${await response.text()}`);
      return new URL(location).search.slice(1);
    },
    expireTokens: (person) => grants.expire(person),
    endGrants: (person) => grants.end(person),
    ownerOf: (token) => grants.ownerOf(token),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

const operations: Record<string, string> = { 'GET /api/me': 'whoami', 'GET /api/notes': 'list_notes', 'POST /api/notes': 'create_note' };

function documentOf(server: string): object {
  const answers = { 200: { description: 'what was done', content: { 'application/json': { schema: { type: 'object' } } } } };
  const operation = (operationId: string, summary: string) => ({ operationId, summary, responses: answers });
  return {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    servers: [{ url: server }],
    paths: {
      '/me': { get: operation('whoami', 'Says who is signed in.') },
      '/notes': { get: operation('list_notes', 'Lists notes.'), post: operation('create_note', 'Writes a note.') },
    },
  };
}
