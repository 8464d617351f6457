import type { IncomingMessage } from 'node:http';
import { GatewayError, type Origin } from '@gatehouse/core';
import { readTraceparent } from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { errorAnswer, type HttpAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { answerCall, type CallRouteOptions, sendAnswer } from '../routes/answer-call.ts';
import { type BrowserOptions, createBrowserReader } from './browsers.ts';
import { createCookies } from './cookies.ts';
import { openProgressLines, type ProgressLines, progressType } from './progress-lines.ts';

export type ConsoleCallOptions = CallRouteOptions & BrowserOptions;

/**
 * Adds `POST /app/api/<orgId>/tools/<name>`: a call of the console by the person signed in to the browser. `POST /app/api/tools/<name>`
 * serves calls without an organization. // D42
 */
export function addConsoleCallRoute(app: Hono<EntranceEnv>, { trustedProxies, ...options }: ConsoleCallOptions): void {
  const cookies = createCookies(options.gateway.settings.consoleUrl);
  const readBrowser = createBrowserReader({ gateway: options.gateway, trustedProxies });

  async function answerFrom(
    c: Context<EntranceEnv>,
    tool: string,
    orgId: string | undefined,
    progress: ProgressLines | undefined,
  ): Promise<HttpAnswer | undefined> {
    const { incoming } = c.env;
    const { credential, holder } = readBrowser(incoming, orgId);
    const received = {
      tool: options.gateway.registry.named(tool),
      credential,
      origin: originOf(incoming),
      holder,
      onProgress: progress?.tell,
    };
    const answer = await answerCall(options, c, received);
    return answer?.browser ? { ...answer, cookies: cookies.write(answer.browser) } : answer;
  }

  async function respond(c: Context<EntranceEnv>, tool: string, orgId?: string): Promise<Response> {
    let answer: HttpAnswer | undefined;
    const progress = c.env.incoming.headers.accept === progressType ? openProgressLines(c.env) : undefined;
    try {
      answer = await answerFrom(c, tool, orgId, progress);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      answer = errorAnswer(c.env.requestId, error);
    }
    // A browser signs in on a page, not by a header.
    delete answer?.headers['WWW-Authenticate'];
    if (answer && progress?.hasBegun()) progress.end(answer);
    else if (answer) return await sendAnswer(c.env, answer);
    return RESPONSE_ALREADY_SENT;
  }

  app.post('/app/api/tools/:name', (c) => respond(c, c.req.param('name')));
  app.post('/app/api/:orgId/tools/:name', (c) => respond(c, c.req.param('name'), c.req.param('orgId')));
}

function originOf({ headers }: IncomingMessage): Origin {
  return { entrance: 'console', client: headers['user-agent'], traceparent: readTraceparent(headers.traceparent) };
}
