import { createStepRecorder, type Gateway, isRefused, type NotedStep } from '@gatehouse/core';
import type { AuthorizationHandler } from '@gatehouse/entrance';
import { openDocumentFetch } from '@gatehouse/services';
import type { Configuration } from '../configuration/configuration.ts';
import type { Logger } from '../configuration/logger.ts';
import type { SignInOffer } from './sign-in-offer.ts';

const documentLimits = { deadlineMs: 5000, maxBytes: 5 * 1024 };

export interface Authorization extends AuthorizationHandler {
  /** Stores a client's sign-in step with its answer. The answer is sent only after this resolves. */
  note(step: NotedStep, at?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the sign-in of clients. It is loaded for the first request, because most gateways run for days without one. */
export function openAuthorization(
  { origin, isOfferedTo }: SignInOffer,
  { oauth, allowPrivateServices: allowPrivate }: Pick<Configuration, 'oauth' | 'allowPrivateServices'>,
  gateway: Gateway,
  logger: Logger,
): Authorization {
  const documents = openDocumentFetch({ allowPrivate, ...documentLimits });
  const recorder = createStepRecorder({
    store: gateway.store,
    clock: gateway.clock,
    report: (error) => logger.fault('sign-in attempts of clients could not be recorded', error),
  });
  const note = async (step: NotedStep, at?: number) => {
    await recorder.note(step, at);
    if (isRefused(step) && step.step !== 'challenge')
      logger.info('a client was refused', { requestId: step.requestId, step: step.step, ...step.answered });
  };
  let opening: Promise<AuthorizationHandler> | undefined;
  const open = async () => {
    const { createAuthorizationServer } = await import('@gatehouse/oauth');
    return createAuthorizationServer({
      gateway,
      baseUrl: origin,
      // A gateway that may not reach outside addresses does not support documents of clients.
      getDocument: oauth === 'registration' ? undefined : documents.get,
      report: (error, requestId) => logger.fault('the authorization server failed', error, { requestId }),
      note,
    });
  };
  return {
    isOfferedTo,
    async handle(request) {
      opening ??= open();
      await (await opening).handle(request);
    },
    note,
    async close() {
      await Promise.all([documents.close(), recorder.close()]);
    },
  };
}
