// The process that reads files of others. It is started by `start-child.ts`, answers one request at a time, and ends with its input.
import { createWriteStream } from 'node:fs';
import { maxFileBytes } from '@gatehouse/domain';
import { extract } from '../extract.ts';
import { disableNetwork } from './disable-network.ts';
import { createMessageReader } from './message-reader.ts';
import type { ExtractionReply, ExtractionRequest } from './messages.ts';

disableNetwork();
// Libraries print warnings about odd files, and nobody reads them.
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
// The gateway has ended, or needs this process no more.
process.stdin.on('end', () => process.exit());
