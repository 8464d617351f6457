import type { KeySearch } from '@gatehouse/domain';
import { clientHostOf } from './client-host.ts';

/** Hosts whose clients, outside of developer modes, know only the tools `search` and `fetch`. Their `search` sends only a question. */
const hosts = ['chatgpt.com', 'chat.openai.com'];

/** Chooses the search of a client by the host of its redirect URI: `best` for hosts whose clients cannot choose it. // D23.11 */
export function searchOfClient(redirectUri: string): KeySearch {
  const host = clientHostOf(redirectUri);
  return hosts.some((known) => host === known || host.endsWith(`.${known}`)) ? 'best' : 'phrase';
}
