import type { Attack } from './attack.ts';
import { openSender, repeat } from './sender.ts';

const readers = 64;

/** Starts 64 downloads of one file and reads none of them. */
export const stalledReaders: Attack = async ({ url, download }, until, count) => {
  await repeat(readers, until, async () => {
    const sender = await openSender(url, [`GET ${download} HTTP/1.1`, 'Host: localhost'], until);
    await sender.answered;
    if (sender.status === 200) {
      count('stalled');
      sender.stall();
      await sender.closed;
    } else {
      if (sender.status === 503) count('refused');
      sender.end();
    }
  });
};
