import type { Loose } from '../kit/world.ts';

/** Acts like a page of the console: it keeps cookies, states its origin, and calls tools. */
export interface Browser {
  /** `name=value` by name. */
  cookies: Map<string, string>;
  post(tool: string, input?: unknown, options?: PostOptions): Promise<Reply>;
  /** The result of a call that must succeed. */
  ok(tool: string, input?: unknown, orgId?: string): Promise<Loose>;
  /** `code` or `code/reason` of a call that must fail. */
  refused(tool: string, input?: unknown, orgId?: string): Promise<string>;
}

export interface PostOptions {
  orgId?: string | undefined;
  headers?: Record<string, string | undefined>;
}

export interface Reply {
  status: number;
  headers: Headers;
  body: Loose;
  raw: string;
}

export const goodPassword = 'correct horse battery';
const ours = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', 'User-Agent': 'a browser' };

/** Opens a browser. With the cookies of another browser it is the same browser at another address. */
export function openBrowser(url: string, cookies = new Map<string, string>()): Browser {
  function keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) cookies.delete(name);
    else cookies.set(name, pair);
  }

  const browser: Browser = {
    cookies,
    async post(tool, input = {}, { orgId, headers = {} } = {}) {
      const given = Object.entries({ ...ours, Cookie: [...cookies.values()].join('; '), ...headers });
      const sent = Object.fromEntries(given.filter(([, value]) => value)) as Record<string, string>;
      const path = `/app/api/${orgId === undefined ? '' : `${orgId}/`}tools/${tool}`;
      const response = await fetch(`${url}${path}`, { method: 'POST', headers: sent, body: JSON.stringify(input) });
      response.headers.getSetCookie().forEach(keep);
      const raw = await response.text();
      return { status: response.status, headers: response.headers, body: JSON.parse(raw), raw };
    },
    async ok(tool, input, orgId) {
      const { status, body, raw } = await browser.post(tool, input, { orgId });
      if (status !== 200) throw new Error(`${tool}: ${raw}`);
      return body;
    },
    async refused(tool, input, orgId) {
      const { status, body, raw } = await browser.post(tool, input, { orgId });
      if (status === 200) throw new Error(`${tool} was not refused: ${raw}`);
      return body.error.reason === undefined ? body.error.code : `${body.error.code}/${body.error.reason}`;
    },
  };
  return browser;
}

/** Opens another window of a browser. Cookies of one address are not sent to another. */
export function openWindow(url: string, { cookies }: Browser): Browser {
  return openBrowser(url, new Map(cookies));
}

/** Returns the secret after # in a link. */
export function secretOf(link: string): string {
  return new URL(link).hash.slice(1);
}
