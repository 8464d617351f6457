import type { openHttpServer } from '@gatehouse/http';
import type { Configuration } from '../configuration/configuration.ts';
import { createLogger } from '../configuration/logger.ts';

type OnAnswered = Parameters<typeof openHttpServer>[0]['onAnswered'];

/** Logs a line for each request (D83). Undefined at levels without such lines, so that requests cost nothing. */
export function requestLog({ log }: Pick<Configuration, 'log'>): OnAnswered {
  if (log !== 'info' && log !== 'debug') return undefined;
  const logger = createLogger(log);
  return ({ requestId = null, method, route, status, durationMs }) =>
    logger.info('answered a request', { requestId, method, route, status, durationMs });
}
