import { constants } from 'node:os';
import { whenLaunchersEnd } from './parent-watch.ts';

/**
 * Resolves with the first SIGINT or SIGTERM, even if it reached only the package manager. The second signal ends the process immediately.
 */
export function untilToldToStop(): Promise<NodeJS.Signals> {
  const told = Promise.withResolvers<NodeJS.Signals>();
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(128 + constants.signals[signal]);
    isStopping = true;
    told.resolve(signal);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  whenLaunchersEnd(() => told.resolve('SIGTERM'));
  return told.promise;
}
