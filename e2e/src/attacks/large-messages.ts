import type { Attack } from './attack.ts';
import { callHead, openSender, repeat } from './sender.ts';

const atOnce = 30;
const mebibytes = 34;
const piece = Buffer.alloc(1024 ** 2, ' ');

/** 30 messages of 34 MiB to /mcp that never end. */
export const largeMessages: Attack = async ({ url, key }, until, count) => {
  await repeat(atOnce, until, async () => {
    const length = `Content-Length: ${mebibytes * piece.length + 1}`;
    const sender = await openSender(url, callHead('/mcp', key, length), until);
    count('begun');
    for (let sent = 0; sent < mebibytes && (await sender.write(piece)); sent++) count('sentBytes', piece.length);
    await sender.closed;
    if (sender.status === 503) count('refused');
  });
};
