export interface StreamEvent {
  /** "message" if the stream names no event. */
  event: string;
  data: string;
}

/**
 * Yields the server-sent events of a stream as they arrive. Ends with the stream. Throws the error from `tooLong` if an event has more than
 * `longest` characters.
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
  let endedWithReturn = false;
  for await (const chunk of body) {
    const decoded = decoder.decode(chunk, { stream: true });
    if (decoded === '') continue;
    // Skips the LF of a CRLF that was split between two chunks.
    const text = endedWithReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    endedWithReturn = decoded.endsWith('\r');
    // Searches only the new chunk, because a long line comes in many.
    const lines = text.split(/\r\n|\n|\r/);
    lines[0] = `${rest}${lines[0]}`;
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw tooLong();
    yield* lines;
  }
}
