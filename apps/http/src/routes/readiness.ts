import type { Gateway } from '@gatehouse/core';

/** How long one check stands for all: anybody may ask, and each check is a transaction. */
const goodForMs = 1000;
const patienceMs = 3000;

/** Whether the storage can be written to, asked of it at most once a second. */
export function createReadiness(store: Pick<Gateway['store'], 'checkWritable'>): { check(): Promise<boolean> } {
  let latest: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, patienceMs, false);
    const isWritable = store.checkWritable().then(
      () => true,
      () => false,
    );
    const answer = await Promise.race([isWritable, tooLate]);
    clearTimeout(timer);
    setTimeout(() => {
      latest = undefined;
    }, goodForMs).unref();
    return answer;
  }

  return { check: () => (latest ??= ask()) };
}
