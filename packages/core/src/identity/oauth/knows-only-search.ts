import { clientHostOf } from './client-host.ts';

/** Hosts whose clients know only the tools `search` and `fetch`, outside of their developers' modes: their `search` sends a question and nothing else. */
const hosts = ['chatgpt.com', 'chat.openai.com'];

/** Recognizes a client that cannot choose how its search matches, by the address of its answers. // D23.11 */
export function knowsOnlySearch(redirectUri: string): boolean {
  const host = clientHostOf(redirectUri);
  return hosts.some((known) => host === known || host.endsWith(`.${known}`));
}
