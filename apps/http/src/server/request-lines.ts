import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answered request, without any text from its caller. // D83 */
export interface AnsweredRequest {
  /** Undefined for a request that was refused before it got an id. */
  requestId: string | undefined;
  method: string;
  route: string;
  /** 0 if the connection broke off before an answer. */
  status: number;
  durationMs: number;
}

export interface RequestLines {
  /** Reports each request when its answer is complete. */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): void;
  /** Sets the request id, which its answer and the activity log contain. */
  name(outgoing: ServerResponse, requestId: string): void;
}

export function createRequestLines(tell: (request: AnsweredRequest) => void): RequestLines {
  const names = new WeakMap<ServerResponse, string>();
  return {
    begin({ method = '', url = '' }, outgoing) {
      const startedAt = performance.now();
      outgoing.once('close', () =>
        tell({
          requestId: names.get(outgoing),
          method,
          route: routeOf(url),
          status: outgoing.headersSent ? outgoing.statusCode : 0,
          durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
        }),
      );
    },
    name: (outgoing, requestId) => void names.set(outgoing, requestId),
  };
}

/** Paths that contain nothing from a caller. */
const plain = new Set(`/ /mcp /mcp/key /healthz /readyz /metrics /v1/tools /v1/openapi.json /app /docs /llms.txt`.split(' '));
/** Other paths, by their beginning. The rest may be a secret, an identifier or any other text. */
const beginnings: readonly [begins: RegExp, route: string][] = [
  [/^\/v1\/tools\/[a-z_]{1,64}$/, ''],
  [/^\/v1\/tools\//, '/v1/tools/:name'],
  [/^\/v1\/downloads\//, '/v1/downloads/:token'],
  [/^\/operator\//, '/operator/*'],
  [/^\/app\/api\/[^/]+\/changes$/, '/app/api/:orgId/changes'],
  [/^\/app\/api\//, '/app/api/*'],
  [/^\/app\/assets\//, '/app/assets/:name'],
  [/^\/app\//, '/app/*'],
  [/^\/docs\//, '/docs/*'],
  [/^\/oauth\//, '/oauth/*'],
  [/^\/\.well-known\//, '/.well-known/*'],
];

function routeOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  if (plain.has(path)) return path;
  const found = beginnings.find(([begins]) => begins.test(path));
  if (!found) return 'unknown';
  return found[1] === '' ? path : found[1];
}
