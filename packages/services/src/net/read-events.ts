export interface StreamEvent {
  /** "message" where the stream does not say. */
  event: string;
  data: string;
}

/**
 * The events of a stream as they come (server-sent events). Ends with the stream; throws what `tooLong` gives when one event has more
 * letters than it may.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, longest: number, tooLong: () => Error): AsyncGenerator<StreamEvent> {
  let event = 'message';
  let data: string[] = [];
  let letters = 0;
  for await (const line of readLines(body, longest, tooLong)) {
    letters += line.length;
    if (letters > longest) throw tooLong();
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      [event, data, letters] = ['message', [], 0];
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?::\x20?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') event = value;
  }
}

async function* readLines(body: ReadableStream<Uint8Array>, longest: number, tooLong: () => Error): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    // A line that ends with the chunk may end with CR and LF, the second of which is yet to come.
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw tooLong();
    yield* lines;
  }
}
