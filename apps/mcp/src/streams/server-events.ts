/** The data of each event of a `text/event-stream` answer, as it arrives. */
export async function* readEventData(response: Response): AsyncGenerator<string> {
  let buffered = '';
  let data: string[] = [];
  for await (const text of (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream())) {
    buffered += text;
    const lines = buffered.split(/\r\n|\n|\r(?!$)/);
    buffered = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      if (line !== '' || data.length === 0) continue;
      yield data.join('\n');
      data = [];
    }
  }
}
