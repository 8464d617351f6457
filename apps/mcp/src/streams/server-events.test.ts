import { expect, it } from 'vitest';
import { readEventData } from './server-events.ts';

async function dataOf(chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const data of readEventData(new Response(stream))) events.push(data);
  return events;
}

it('reads the data of each event, past comments and ids, with chunks cut anywhere', async () => {
  expect(
    await dataOf([': keep-alive\n\nid: 1\nevent: message\nda', 'ta: {"a":1}\n', '\ndata:2\r\n\r\ndata: 3\ndata: 4\n\ndata: half']),
  ).toEqual(['{"a":1}', '2', '3\n4']);
});
