import type { Attack } from './attack.ts';
import { callHead, openSender, repeat } from './sender.ts';

const atOnce = 4;
const bytes = 1_000_000;
const piece = '1\r\n \r\n'.repeat(1000);

/** Bodies of a megabyte in chunks of a byte each, to both entrances. */
export const tinyChunks: Attack = async ({ url, key }, until, count) => {
  await repeat(atOnce, until, async (index) => {
    const path = index % 2 === 0 ? '/v1/tools/search' : '/mcp';
    const sender = await openSender(url, callHead(path, key, 'Transfer-Encoding: chunked'), until);
    count('begun');
    for (let sent = 0; sent < bytes && (await sender.write(piece)); sent += 1000) count('sentBytes', 1000);
    await sender.closed;
  });
};
