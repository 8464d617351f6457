import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readMessageLines } from './message-lines.ts';

async function linesOf(chunks: (string | Buffer)[], maxBytes = 100): Promise<string[]> {
  const stream = new PassThrough();
  const seen: string[] = [];
  const over = Promise.withResolvers<void>();
  readMessageLines(stream, maxBytes, {
    line: (bytes) => seen.push(bytes.toString()),
    tooLong: () => seen.push('TOO LONG'),
    end: over.resolve,
  });
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await over.promise;
  return seen;
}

describe('readMessageLines', () => {
  it('joins pieces, even if they split a character', async () => {
    const bytes = Buffer.from('"ä"\n');
    expect(await linesOf([bytes.subarray(0, 2), bytes.subarray(2)])).toEqual(['"ä"']);
  });

  it('splits lines in one piece and skips empty lines', async () => {
    expect(await linesOf(['1\n\n \r\n2\r\n3\n'])).toEqual(['1', '2\r', '3']);
  });

  it('ignores a line without an ending', async () => {
    expect(await linesOf(['1\n{"half'])).toEqual(['1']);
  });

  it('skips a line over the limit, reports it once, and reads on', async () => {
    expect(await linesOf(['x'.repeat(60), 'x'.repeat(60), `${'x'.repeat(60)}\n`, '1\n'])).toEqual(['TOO LONG', '1']);
  });
});
