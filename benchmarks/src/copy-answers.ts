import { isDeepStrictEqual } from 'node:util';
import type { Credential, Gateway } from '@gatehouse/core';
import type { Store } from '@gatehouse/storage';
import { callAs, gatewayOn } from './gateway-calls.ts';

type Ask = (side: Side) => Promise<unknown>;

interface Side {
  store: Store;
  orgId: string;
  call(tool: string, input: object): Promise<unknown>;
}

/** Sends the same calls to two stores of one workspace, through a gateway each, and reports every different answer. */
export async function compareAnswers(
  stores: readonly [Store, Store],
  docIds: string[],
  calls: number,
): Promise<{ calls: number; different: string[] }> {
  const sides = [await openSide(stores[0]), await openSide(stores[1])] as const;
  const different: string[] = [];
  for (let index = 0; index < calls; index++) {
    const [what, ask] = questionOf(index, docIds);
    const [one, other] = await Promise.all(sides.map(ask));
    if (!isDeepStrictEqual(one, other)) different.push(`${what}: ${short(one)} and ${short(other)}`);
  }
  return { calls, different };
}

/** Spread over all documents and the whole of the log. */
function questionOf(index: number, docIds: string[]): [what: string, ask: Ask] {
  const place = (index * 7919) % docIds.length;
  const docId = docIds[place] as string;
  const call = (tool: string, input: object): [string, Ask] => [`${tool} ${JSON.stringify(input)}`, (side) => side.call(tool, input)];
  switch (index % 8) {
    case 0:
      return call('read_doc', { docId });
    case 1:
      return call('read_doc', { docId, version: 1 + (index % 3) });
    case 2:
      return call('list_versions', { docId });
    case 3:
      return call('search', { query: `mark${place}x` });
    case 4:
      return call('search', { query: ['release', 'customer invoice', 'ro', 'plan 9', `${place}`][index % 5] as string });
    case 5:
      return ['pages of list_docs', (side) => pages(side, 1 + (index % 20))];
    case 6:
      return call('find_text', { docId, query: 'counter' });
    default:
      return [`rows of the log before ${index}`, (side) => logRows(side, index)];
  }
}

async function pages({ call }: Side, count: number): Promise<unknown> {
  let cursor: string | null | undefined;
  let page: { docs: unknown; nextCursor: string | null } | undefined;
  for (let at = 0; at < count; at++) {
    page = (await call('list_docs', { limit: 200, ...(cursor && { cursor }) })) as typeof page;
    cursor = page?.nextCursor;
  }
  return page?.docs;
}

/** Old ones: these calls write new ones. */
async function logRows({ store, orgId }: Side, index: number): Promise<unknown> {
  const filters = [{}, { tool: 'read_doc' }, { outcome: 'ok' }, { tool: 'append_doc' }];
  const beforeId = 1 + index * 800;
  return await store.read(() => store.activity.list({ orgId, beforeId, ...filters[index % filters.length], limit: 100 }));
}

async function openSide(store: Store): Promise<Side> {
  const [organization] = await store.read(() => store.organizations.list());
  const orgId = organization?.id ?? '';
  const owner = (await store.read(() => store.people.list(orgId))).find(({ role }) => role === 'owner');
  const gateway = gatewayOn(store);
  const credential: Credential = { type: 'person', orgId, personId: owner?.id ?? '' };
  return { store, orgId, call: (tool, input) => answerOf(gateway, credential, tool, input) };
}

async function answerOf(gateway: Gateway, credential: Credential, tool: string, input: object): Promise<unknown> {
  const answer = await callAs(gateway, credential, tool, input);
  if (answer.ok) return answer.value;
  const { code, reason, message } = answer.error;
  return { code, reason, message };
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300);
}
