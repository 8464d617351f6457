import { post } from './raw.ts';

/** The first message of a client of the 2025 revisions. */
export function initialize(clientInfo: unknown = { name: 'named-before', version: '4.5' }): object {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  return { jsonrpc: '2.0', id: 'initialize', method: 'initialize', params };
}

/** The session id that such a client is given. */
export async function sessionIdOf(url: string, key: string, clientInfo?: unknown): Promise<string> {
  const response = await post(url, key, initialize(clientInfo));
  const id = response.headers.get('mcp-session-id');
  if (id === null) throw new Error(`initialize was answered ${response.status} without a session id: ${await response.text()}`);
  await response.body?.cancel();
  return id;
}
