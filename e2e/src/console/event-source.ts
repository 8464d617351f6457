/** An event as a browser gives it to a page. */
export interface StreamEvent {
  event: string;
  data: string;
  /** Last position so far. */
  id: string;
}

/** Reads an answer like a browser's EventSource. An event without its final blank line does not count. */
export async function* readEvents(response: Response, id = ''): AsyncGenerator<StreamEvent> {
  let text = '';
  for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = readEvent(text.slice(0, end), id);
      text = text.slice(end + 2);
      id = event.id;
      if (event.event !== '') yield event;
    }
  }
}

function readEvent(text: string, lastId: string): StreamEvent {
  const fields = text.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) as [string, string]);
  const valuesOf = (wanted: string) => fields.flatMap(([name, value]) => (name === wanted ? [value] : []));
  return { event: valuesOf('event').at(-1) ?? '', data: valuesOf('data').join('\n'), id: valuesOf('id').at(-1) ?? lastId };
}
