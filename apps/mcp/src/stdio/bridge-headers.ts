import { fieldOf } from '@gatehouse/domain';
import { sessionIdHeader } from '../requests/client-names.ts';

/** State that the bridge learns from messages. Over stdio a client sends it once, over HTTP with every request. */
export interface RemoteSession {
  userAgent: string;
  machine?: string | undefined;
  /** Session id that the gateway gave with `initialize`. // D15 */
  id?: string | undefined;
}

interface Message {
  method?: unknown;
  params?: Record<string, unknown>;
}

const protocolVersionKey = 'io.modelcontextprotocol/protocolVersion';
/** Parameter that names the subject of a request. It is copied to `Mcp-Name` in the 2026 era. */
const namedBy: Record<string, string> = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/** The headers that turn a stdio message into an HTTP request of its protocol era. */
export function protocolHeaders(message: Message, session: RemoteSession): Record<string, string> {
  const { method, params } = message ?? {};
  if (method === 'initialize') rememberClient(params, session);
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'User-Agent': session.userAgent,
    ...(session.machine !== undefined && { 'X-Gatehouse-Machine': session.machine }),
  };
  const version = fieldOf(params?._meta, protocolVersionKey);
  if (typeof version !== 'string' || typeof method !== 'string') {
    if (session.id !== undefined) headers[sessionIdHeader] = session.id;
    return headers;
  }
  headers['MCP-Protocol-Version'] = headerValue(version);
  headers['Mcp-Method'] = headerValue(method);
  const name = params?.[namedBy[method] ?? ''];
  if (typeof name === 'string') headers['Mcp-Name'] = headerValue(name);
  return headers;
}

function rememberClient(params: Record<string, unknown> | undefined, session: RemoteSession): void {
  session.id = undefined;
  const [name, version] = ['name', 'version'].map((field) => fieldOf(params?.clientInfo, field));
  const token = (text: unknown) => (typeof text === 'string' ? text.replaceAll(/[^0-9A-Za-z@._-]/g, '-').slice(0, 100) : '');
  if (token(name) !== '') session.userAgent = token(version) === '' ? token(name) : `${token(name)}/${token(version)}`;
}

/** Text that a header cannot carry as it is goes in the protocol's base64 form. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
