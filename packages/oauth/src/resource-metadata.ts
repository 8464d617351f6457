import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerJson } from './answer-json.ts';
import { scopes } from './client-quirks.ts';

/** Serves the protected resource metadata, which names the authorization server (RFC 9728). */
export function answerResourceMetadata({ method }: IncomingMessage, outgoing: ServerResponse, issuer: string, resource: string): void {
  outgoing.setHeader('Access-Control-Allow-Origin', '*');
  outgoing.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
  outgoing.setHeader('Access-Control-Allow-Headers', '*');
  if (method === 'OPTIONS') return void outgoing.writeHead(204).end();
  if (method !== 'GET' && method !== 'HEAD') {
    outgoing.setHeader('Allow', 'GET, HEAD');
    answerJson(outgoing, 405, { error: 'invalid_request', error_description: 'read the metadata with GET' });
    return;
  }
  answerJson(outgoing, 200, {
    resource,
    resource_name: 'Gatehouse',
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  });
}
