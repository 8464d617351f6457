import { setTimeout as wait } from 'node:timers/promises';
import { makeDocx, paragraph, hostileFiles as refused } from '@gatehouse/extraction/testing';
import { type Entrance, httpEntrance } from '../entrances/index.ts';
import type { Attack } from './attack.ts';

/** Number of files that are written. The last one is read: its text is nearly as large as a text can be. */
export const files = refused.length + 1;

const lateMs = 25_000;
const lookEveryMs = 200;
const largest = makeDocx(paragraph('word '.repeat(1000)).repeat(2000));

const all = [
  ...refused.map(([, source, bytes]) => ({ source, bytes, state: 'failed' })),
  { source: 'docx', bytes: largest, state: 'ready' },
];

/** Writes files that are made to harm their reader, one after another, and waits for the result of each. */
export const hostileFiles: Attack = async ({ url, key }, until, count) => {
  const entrance = httpEntrance.open({ url });
  while (!until.aborted) {
    for (const { source, bytes, state } of all) {
      const began = performance.now();
      const found = await stateAfter(entrance, key, { name: `${crypto.randomUUID()}.${source}`, bytes }, until);
      if (until.aborted) return;
      // A picture with the name of a PDF is a picture, so no text is extracted.
      count(found === state || found === undefined ? 'asExpected' : 'wrong');
      if (performance.now() - began > lateMs) count('late');
    }
  }
};

/** Writes a file, and returns the state of its text when extraction has ended. */
async function stateAfter(entrance: Entrance, key: string, file: { name: string; bytes: Buffer }, until: AbortSignal): Promise<unknown> {
  const contentBase64 = file.bytes.toString('base64');
  const { value } = await entrance.call('write_file', { name: file.name, contentBase64 }, { key });
  for (;;) {
    const { textState } = (await entrance.call('read_file', { fileId: value.id }, { key })).value;
    if (textState !== 'pending' || until.aborted) return textState;
    await wait(lookEveryMs);
  }
}
