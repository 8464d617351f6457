import type { Gateway } from '@gatehouse/core';

/** Time for which one check answers all requests: anyone may ask, and each check is a transaction. Milliseconds. */
const goodForMs = 1000;
const patienceMs = 3000;

type AskedStore = Pick<Gateway['store'], 'checkWritable' | 'isReplaced'>;

const notWritable = 'the storage is not writable';
const replaced =
  'the database was deleted, replaced or overwritten under this gateway, which loses its data when it ends: before you stop it, save the files that "gatehouse doctor" names, or export your data with its tools';

/** Reports why the gateway should get no calls, or undefined if it is ready. Checks the storage at most once a second. */
export function createReadiness(store: AskedStore): { findFault(): Promise<string | undefined> } {
  let latest: Promise<string | undefined> | undefined;

  async function ask(): Promise<string | undefined> {
    const { promise: tooLate, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(resolve, patienceMs, notWritable);
    const fault = await Promise.race([faultOf(store), tooLate]);
    clearTimeout(timer);
    setTimeout(() => {
      latest = undefined;
    }, goodForMs).unref();
    return fault;
  }

  return { findFault: () => (latest ??= ask()) };
}

async function faultOf(store: AskedStore): Promise<string | undefined> {
  // A replaced database is reported first, whether it accepts writes or not.
  const [isReplaced, written] = await Promise.allSettled([store.isReplaced(), store.checkWritable()]);
  if (isReplaced.status === 'fulfilled' && isReplaced.value) return replaced;
  return isReplaced.status === 'rejected' || written.status === 'rejected' ? notWritable : undefined;
}
