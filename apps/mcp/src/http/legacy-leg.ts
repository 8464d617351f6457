import { fieldOf } from '@gatehouse/domain';
import {
  legacyStatelessFallback,
  type McpHandlerRequestOptions,
  type McpRequestContext,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** Answers messages of the 2025 and 2024 revisions. */
export type LegacyLeg = (request: Request, serving: McpHandlerRequestOptions) => Promise<Response>;

/** Answers in plain JSON. The SDK's default, a stream for every answer, takes twice the time and is used only for calls with progress. */
export function createLegacyLeg(factory: (context: McpRequestContext) => McpServer): LegacyLeg {
  const streaming = legacyStatelessFallback(factory);

  return async (request, serving) => {
    if (wantsProgress(serving.parsedBody)) return await streaming(request, serving);
    const server = factory({ era: 'legacy', ...(serving.authInfo && { authInfo: serving.authInfo }) });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    const gone = Promise.withResolvers<Response>();
    const stop = () => {
      void server.close();
      // A closed server never answers calls in flight, and no client waits for them.
      gone.resolve(new Response(null, { status: 499 }));
    };
    request.signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([transport.handleRequest(request, serving), gone.promise]);
    } finally {
      // Left in place, the listener would keep every server alive as long as its connection.
      request.signal.removeEventListener('abort', stop);
      void server.close();
    }
  };
}

function wantsProgress(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(wantsProgress);
  return fieldOf(fieldOf(fieldOf(body, 'params'), '_meta'), 'progressToken') !== undefined;
}
