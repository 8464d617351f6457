import { postModern } from './raw.ts';

interface Message {
  method?: string;
  params?: { uri?: string };
  result?: unknown;
}

export interface Listening {
  /** Next message. Undefined if the stream has ended. */
  next(): Promise<Message | undefined>;
  /** Resolves when the stream has ended. */
  over(): Promise<void>;
}

/** A `subscriptions/listen` stream and the messages that come on it, or how it was refused. */
export async function listen(
  url: string,
  key: string,
  uris: string[],
  signal?: AbortSignal,
  more: object = {},
): Promise<Partial<Listening> & { refused?: object }> {
  const response = await postModern(url, key, 'subscriptions/listen', { notifications: { resourceSubscriptions: uris, ...more } }, signal);
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return { refused: (await response.json()) as object };
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';

  async function next(): Promise<Message | undefined> {
    for (;;) {
      const event = /^(?:.*\n)*?data: (\{.*)\n\n/.exec(text);
      if (event) {
        text = text.slice(event[0].length);
        return JSON.parse(event[1] as string);
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  }

  return {
    next,
    async over() {
      while (await next());
    },
  };
}

/** Opens a stream, which must succeed, and waits for its acknowledgement. Later events are recorded. */
export async function openListening(url: string, key: string, uris: string[]): Promise<Listening> {
  const { refused, next, over } = await listen(url, key, uris);
  if (!next || !over) throw new Error(`the stream was refused: ${JSON.stringify(refused)}`);
  const first = await next();
  if (first?.method !== 'notifications/subscriptions/acknowledged') throw new Error(`it began with ${JSON.stringify(first)}`);
  return { next, over };
}
