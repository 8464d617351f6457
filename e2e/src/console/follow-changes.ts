import type { Browser } from './browser.ts';
import { readEvents } from './event-source.ts';

/** The stream of what happens in an organization, as a page of the console opens it. */
export function openChanges(
  { url, orgId }: { url: string; orgId: string },
  browser: Browser,
  { headers, signal, query = '' }: { headers?: Record<string, string>; signal?: AbortSignal; query?: string } = {},
): Promise<Response> {
  const cookie = [...browser.cookies.values()].join('; ');
  return fetch(`${url}/app/api/${orgId}/changes${query}`, {
    headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
    ...(signal && { signal }),
  });
}

export interface Rows {
  rows: { id: number; tool: string }[];
  /** Items that others changed and this person can see. */
  items: { id: string; type: string; versionCount: number | null }[];
  skipped: number;
  hasMore: boolean;
}

/** Collects the reported calls by tool, from the start of the stream on. `ended` resolves when the stream ends. */
export async function followChanges(response: Response) {
  const tools: string[] = [];
  const begun = Promise.withResolvers<void>();
  const read = async () => {
    for await (const { event, data } of readEvents(response)) {
      if (event === 'begun') begun.resolve();
      if (event === 'rows') tools.push(...(JSON.parse(data) as Rows).rows.map(({ tool }) => tool));
    }
  };
  const ended = read();
  await begun.promise;
  return { tools, ended };
}
