import type { openHttpServer } from '@gatehouse/http';
import type { Configuration } from '../configuration.ts';
import { createLogger } from '../logger.ts';

type OnAnswered = Parameters<typeof openHttpServer>[0]['onAnswered'];

/** A line for each request (D83); undefined at a level that has none, so that nothing is done for them. */
export function requestLog({ log }: Pick<Configuration, 'log'>): OnAnswered {
  if (log !== 'info' && log !== 'debug') return undefined;
  const logger = createLogger(log);
  return ({ requestId = null, method, route, status, durationMs }) =>
    logger.info('answered a request', { requestId, method, route, status, durationMs });
}
