import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { apiDocuments, questions } from './api-documents.ts';
import { openServiceWorld, resultOf, type ServiceWorld } from './service-world.ts';

let world: ServiceWorld;
beforeAll(async () => {
  world = await openServiceWorld();
  const given = { kind: 'openapi', visibility: 'organization', access: { type: 'none' } };
  for (const { service, document } of apiDocuments)
    await world.as(world.owner, 'add_connection', { service, name: service, document, ...given });
});
afterAll(() => world[Symbol.asyncDispose]());

async function find(input: object): Promise<string[]> {
  const { tools } = resultOf(await world.call(world.writeKey, 'list_service_tools', input));
  return tools.map(({ toolSlug }: Loose) => toolSlug);
}

it('finds the right tool among the first five for at least 26 of 30 questions of people', async () => {
  expect([apiDocuments.length, questions.length]).toEqual([10, 30]);
  const missed: string[] = [];
  for (const [query, wanted] of questions) {
    const found = await find({ query, limit: 5 });
    if (!found.includes(wanted)) missed.push(`${query} ${wanted}: ${found.join(', ')}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(4);
});

it.each([
  ['discount code', ['shop__createDiscount', 'shop__deleteDiscount']],
  ['delete a discount code', ['shop__deleteDiscount', 'shop__createDiscount']],
  ['attachments of an issue', ['tracker__addAttachment', 'tracker__removeAttachment']],
])('ranks deleting tools last, unless the query asks for them: %s', async (query, wanted) => {
  const service = wanted[0]?.split('__')[0];
  expect((await find({ query, service })).filter((slug) => wanted.includes(slug))).toEqual(wanted);
});

it('finds words by their stems, and lists pages without gaps or repetitions', async () => {
  expect(await find({ query: 'cancelling orders', limit: 1 })).toEqual(['shop__cancelOrder']);
  expect(await find({ query: 'refunded', limit: 2 })).toEqual(expect.arrayContaining(['payments__PostRefunds', 'payments__GetRefunds']));
  const query = 'messages of a channel';
  const pages: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = resultOf(await world.call(world.writeKey, 'list_service_tools', { query, limit: 3, ...(cursor && { cursor }) }));
    pages.push(...page.tools.map(({ toolSlug }: Loose) => toolSlug));
    cursor = page.nextCursor;
  }
  expect(pages).toEqual(await find({ query, limit: 200 }));
  expect(new Set(pages).size).toBe(pages.length);
});

it('searches for common words if a query has no others', async () => {
  expect(await find({ query: 'the what of' })).not.toEqual([]);
  expect(await find({ query: 'zebra' })).toEqual([]);
  expect(await find({ query: '%' })).toEqual([]);
});
