import { createStepRecorder, type Gateway, isRefused, type NotedStep } from '@gatehouse/core';
import { isLoopbackHost } from '@gatehouse/domain';
import type { AuthorizationHandler } from '@gatehouse/entrance';
import { openDocumentFetch } from '@gatehouse/services';
import type { Configuration } from '../configuration/configuration.ts';
import type { Logger } from '../configuration/logger.ts';

const documentLimits = { deadlineMs: 5000, maxBytes: 5 * 1024 };

/** True if clients can sign in: the public address must be https or on this machine, and sign-in must not be switched off. // D47 */
export function offersSignIn({ baseUrl, oauth }: Pick<Configuration, 'baseUrl' | 'oauth'>): boolean {
  if (baseUrl === undefined || oauth === 'off') return false;
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** Address for clients that sign in, to be given to them by a person. Undefined if they cannot. */
export function signInUrl(configuration: Pick<Configuration, 'baseUrl' | 'oauth'>): string | undefined {
  return offersSignIn(configuration) ? `${new URL(configuration.baseUrl ?? '').origin}/mcp` : undefined;
}

export interface Authorization extends AuthorizationHandler {
  /** Stores a client's sign-in step with its answer. The answer waits until it resolves. */
  note(step: NotedStep, at?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the sign-in of clients. It is loaded for the first request, because most gateways run for days without one. */
export function openAuthorization(
  { baseUrl, oauth, allowPrivateServices: allowPrivate }: Pick<Configuration, 'baseUrl' | 'oauth' | 'allowPrivateServices'>,
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
      baseUrl: new URL(baseUrl ?? '').origin,
      // A gateway that may not reach outside addresses does not support documents of clients.
      getDocument: oauth === 'registration' ? undefined : documents.get,
      report: (error, requestId) => logger.fault('the authorization server failed', error, { requestId }),
      note,
    });
  };
  return {
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
