// Process that reads foreign files. `start-child.ts` starts it. It answers one request at a time, and ends with its input.
import { createWriteStream } from 'node:fs';
import { maxFileBytes } from '@gatehouse/domain';
import { extract } from '../extract.ts';
import { disableNetwork } from './disable-network.ts';
import { createMessageReader } from './message-reader.ts';
import type { ExtractionReply, ExtractionRequest } from './messages.ts';

disableNetwork();
// Silences the warnings of libraries about odd files, because no one reads them.
for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = () => {};

const replies = createWriteStream('', { fd: 3 });
const reply = (head: ExtractionReply) => replies.write(`${JSON.stringify(head)}\n`);
const read = createMessageReader<ExtractionRequest>(maxFileBytes, async ({ head, body }) => {
  const extracted = await extract(head.source, body);
  const text = Buffer.from(extracted.state === 'ready' ? extracted.text : '');
  reply({ state: extracted.state, reason: extracted.state === 'failed' ? extracted.reason : undefined, sizeBytes: text.length });
  replies.write(text);
});

reply({ state: 'started', sizeBytes: 0 });
process.stdin.on('data', read);
// The gateway has ended, or no longer needs this process.
process.stdin.on('end', () => process.exit());
