import { describe, expect, it } from 'vitest';
import { createEventMarks } from './mark-events.ts';
import { readMessage } from './read-message.ts';

const encoder = new TextEncoder();

/** Sends a stream through the marks in pieces of `size` bytes. */
async function pass(text: string, size: number, marks = createEventMarks()): Promise<string> {
  const bytes = encoder.encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  return await new Response(marks.mark(body)).text();
}

const answer = (n: string) =>
  `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"1e400 \\" \u2028 7"}],"structuredContent":{"\u2028":[${n}]},"size":1e400}}`;

describe('numbers in events of a stream (D3)', () => {
  it.each(['\n', '\r\n', '\r'])('pass through a library that parses events, cut anywhere (lines end with %j)', async (end) => {
    const text = [`: it's "`, 'id: 1915883588174806058', 'event: message', `data: ${answer('1915883588174806058,-1e400')}`, '', ''].join(
      end,
    );
    for (const size of [1, 7, 64, 10_000]) {
      const marks = createEventMarks();
      const lines = (await pass(text, size, marks)).split(end);
      expect(lines.slice(0, 3)).toEqual([`: it's "`, 'id: 1915883588174806058', 'event: message']);
      const { result } = marks.restore(JSON.parse((lines[3] as string).slice('data: '.length)));
      expect(JSON.stringify(result.structuredContent)).toBe('{"\u2028":[1915883588174806058,-1e400]}');
      expect(result.content[0].text).toBe('1e400 " \u2028 7');
      expect(result.size).toBe(Number.MAX_VALUE);
    }
  });

  it('are not marked in a stream without large ones, or in a body that is not an event stream', async () => {
    for (const text of [`data: ${answer('1.0').replace('1e400}', '0}')}\n\n`, 'data: "\n\n', '', 'data: 1', '\r\r\n\n'])
      for (const size of [1, 3, 1000]) expect(await pass(text, size)).toBe(text);
  });

  it('are read in data over several lines', async () => {
    const marks = createEventMarks();
    const lines = (await pass('data: {"result":{"content":[],"structuredContent":{"n":\ndata: 1e400}}}\n\n', 5, marks)).split('\n');
    const { result } = marks.restore(JSON.parse(lines.map((line) => line.slice('data: '.length)).join('')));
    expect(JSON.stringify(result.structuredContent)).toBe('{"n":1e400}');
  });
});

it('passes on messages that are nested too deeply, for the next reader to refuse (D3)', async () => {
  const deep = `{"result":{"content":[],"structuredContent":{"n":${'['.repeat(100_000)}1e400${']'.repeat(100_000)}}}}`;
  const depthOf = (message: unknown) => {
    let depth = 0;
    for (let at = (message as { result: { structuredContent: { n: unknown } } }).result.structuredContent.n; Array.isArray(at); at = at[0])
      depth++;
    return depth;
  };
  expect(depthOf(readMessage(deep))).toBe(100_000);
  const marks = createEventMarks();
  const text = await pass(`data: ${deep}\n\n`, 10_000, marks);
  expect(depthOf(marks.restore(JSON.parse(text.slice('data: '.length))))).toBe(100_000);
});

describe('a message of an MCP server (D3)', () => {
  it('keeps the numbers of tool results, and has doubles everywhere else', () => {
    const text = '{"id":1e400,"result":{"content":[{"type":"x","n":1e400}],"structuredContent":{"n":1e400},"_meta":{"n":1e400}}}';
    const most = Number.MAX_VALUE;
    const message = readMessage(text) as { id: number; result: Record<string, unknown> };
    expect([message.id, message.result._meta]).toEqual([most, { n: most }]);
    expect(JSON.stringify(message.result.structuredContent)).toBe('{"n":1e400}');
    expect(JSON.stringify(message.result.content)).toBe('[{"type":"x","n":1e400}]');
    expect(readMessage('{"result":{"tools":[{"inputSchema":{"maximum":9007199254740993}}],"structuredContent":9007199254740993}}')).toEqual(
      {
        result: { tools: [{ inputSchema: { maximum: 9_007_199_254_740_992 } }] },
      },
    );
  });
});
