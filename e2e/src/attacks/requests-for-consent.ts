import { setTimeout as wait } from 'node:timers/promises';
import { openClient } from '../oauth/sign-in.ts';
import type { Attack } from './attack.ts';

const atOnce = 20;
/** A state that is as long as it may be: each request is stored with it. */
const state = 'x'.repeat(4000);
const pauseMs = 20;

/** 20 strangers who register clients and ask for consent all the time, each every 20 ms: up to 1,000 times a second. */
export const requestsForConsent: Attack = async ({ url }, until, count) => {
  async function ask(): Promise<void> {
    const client = openClient(url);
    const { body } = await client.register({ client_name: 'A stranger' });
    const asked = body.client_id && (await fetch(client.authorization(body.client_id, { state }), { redirect: 'manual', signal: until }));
    count(asked?.status === 303 ? 'stored' : 'refused');
  }

  async function keepAsking(): Promise<void> {
    while (!until.aborted) {
      // A connection can be closed on a stranger at any time.
      await ask().catch(() => count('closed'));
      await wait(pauseMs, undefined, { signal: until }).catch(() => {});
    }
  }

  await Promise.all(Array.from({ length: atOnce }, keepAsking));
};
