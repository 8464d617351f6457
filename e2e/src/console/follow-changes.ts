import type { Browser } from './browser.ts';

/** The stream of what happens in an organization, as a page of the console opens it. */
export function openChanges(
  { url, orgId }: { url: string; orgId: string },
  browser: Browser,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const cookie = [...browser.cookies.values()].join('; ');
  return fetch(`${url}/app/api/${orgId}/changes`, {
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
    ...(signal && { signal }),
  });
}

/** What comes of calls, by their tools, from when the stream has begun; `ended` resolves when it ends. */
export async function followChanges(response: Response) {
  const tools: string[] = [];
  const begun = Promise.withResolvers<void>();
  const read = async () => {
    for await (const { event, data } of eventsOf(response)) {
      if (event === 'begun') begun.resolve();
      if (event === 'rows') tools.push(...(JSON.parse(data) as { tool: string }[]).map(({ tool }) => tool));
    }
  };
  const ended = read();
  await begun.promise;
  return { tools, ended };
}

async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: string }> {
  let text = '';
  for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    const [events, rest] = split(text + piece);
    text = rest;
    for (const one of events) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(one) ?? [];
      if (event !== undefined && data !== undefined) yield { event, data };
    }
  }
}

/** What is complete, and the beginning of what is not. */
function split(text: string): [string[], string] {
  const parts = text.split('\n\n');
  return [parts.slice(0, -1), parts.at(-1) ?? ''];
}
