import { GatewayError } from '@gatehouse/core';
import { readKey } from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import { errorAnswer, type HttpAnswer } from '../answers.ts';
import type { EntranceEnv } from '../bindings.ts';
import { answerCall, type CallRouteOptions, sendAnswer } from './answer-call.ts';

export interface OperatorRouteOptions extends CallRouteOptions {
  /** True for the token of commands on the gateway's machine. */
  isOperator: (token: string) => boolean;
}

/**
 * Adds `POST /operator/<orgId>/<personId>/tools/<name>`: a call of the command line that must run inside this gateway. Like every command
 * it acts as that person, and it is logged with the entrance `cli`. // D59
 */
export function addOperatorRoute(app: Hono<EntranceEnv>, { isOperator, ...options }: OperatorRouteOptions): void {
  app.post('/operator/:orgId/:personId/tools/:name', async (c) => {
    let answer: HttpAnswer | undefined;
    try {
      const token = readKey(c.env.incoming.rawHeaders);
      if (token === undefined || !isOperator(token))
        throw new GatewayError(
          'unauthorized',
          'this address is only for commands on the machine of this gateway; agents call POST /v1/tools/<name>',
        );
      const { orgId, personId, name } = c.req.param();
      const tool = options.gateway.registry.named(name);
      const credential = { type: 'person', orgId, personId } as const;
      answer = await answerCall(options, c, { tool, credential, origin: { entrance: 'cli' }, holder: personId });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      answer = errorAnswer(c.env.requestId, error);
    }
    return answer ? await sendAnswer(c.env, answer) : RESPONSE_ALREADY_SENT;
  });
}
