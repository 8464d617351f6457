import type { Gateway } from '@gatehouse/core';

/** How long one check stands for all: anybody may ask, and each check is a transaction. */
const goodForMs = 1000;
const patienceMs = 3000;

type AskedStore = Pick<Gateway['store'], 'checkWritable' | 'isReplaced'>;

const notWritable = 'the storage cannot be written to';
const replaced =
  'the database was deleted, replaced or written over under this gateway, and what it writes is lost when it ends: before stopping it, save what "gatehouse doctor" tells you to, or take out through its tools what is needed';

/** Why the gateway should get no calls, asked of the storage at most once a second; undefined when it should. */
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
  // Another database may take writes or not: that it is another one is said first.
  const [isReplaced, written] = await Promise.allSettled([store.isReplaced(), store.checkWritable()]);
  if (isReplaced.status === 'fulfilled' && isReplaced.value) return replaced;
  return isReplaced.status === 'rejected' || written.status === 'rejected' ? notWritable : undefined;
}
