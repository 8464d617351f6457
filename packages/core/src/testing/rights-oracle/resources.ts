import { expect } from 'vitest';
import type { Gateway } from '../../gateway/pipeline/gateway.ts';
import type { Loose } from '../test-world.ts';
import { expectItems, expectNoLeak } from './answers.ts';
import type { Cast } from './cast.ts';
import { type Actor, accessTo, type PlacedItem } from './rules.ts';

/** Sends a request of MCP with a key. Resolves with its result or its error. */
export type AskOverMcp = (key: string, method: string, params: object) => Promise<{ result?: Loose; error?: Loose }>;

/** Opens an entrance that serves resources. */
export type OpenMcp = (gateway: Gateway) => AskOverMcp;

export interface ResourceLooks {
  /** Reads each address of an item. */
  atItem(actor: Actor, item: PlacedItem): Promise<void>;
  /** Reads every list. */
  around(actor: Actor): Promise<void>;
}

const invalidParams = -32602;

/** Compares resources, skills and prompts over MCP with the rules, for actors with a key. */
export function openResourceLooks({ rights, world }: Cast, openMcp: OpenMcp): ResourceLooks {
  const askOverMcp = openMcp(world.gateway);

  async function ask(actor: Actor, method: string, params: object) {
    const { key } = actor.credential as { type: 'key'; key: string };
    const { result, error } = await askOverMcp(key, method, params);
    expectNoLeak(rights, actor, [method, params], error ?? result);
    return { result, error };
  }

  async function listAll(actor: Actor, method: string): Promise<string> {
    const pages: Loose[] = [];
    for (let params: { cursor?: string } | undefined = {}; params !== undefined; ) {
      const { result } = await ask(actor, method, params);
      expect([actor.name, method, params, result]).toEqual([actor.name, method, params, expect.any(Object)]);
      pages.push(result);
      params = result.nextCursor === undefined ? undefined : { cursor: result.nextCursor };
    }
    return JSON.stringify(pages);
  }

  return {
    async atItem(actor, item) {
      if (!actor.key) return;
      const isVisible = accessTo(rights, actor, item) !== null;
      for (const { uri, isServed } of addressesOf(item)) {
        const { result, error } = await ask(actor, 'resources/read', { uri });
        const found = error ? error.code : result.contents[0].text;
        const wanted = isServed && isVisible ? expect.stringContaining(item.canary) : invalidParams;
        expect([actor.name, item, uri, found]).toEqual([actor.name, item, uri, wanted]);
      }
    },

    async around(actor) {
      if (!actor.key) return;
      const resources = await listAll(actor, 'resources/list');
      expectItems(rights, actor, 'resources/list', resources, (item) => item.type !== 'file' && accessTo(rights, actor, item) !== null);
      const skills = await listAll(actor, 'skills/list');
      expectItems(rights, actor, 'skills/list', skills, (item) => item.type === 'skill' && accessTo(rights, actor, item) !== null);
      await listAll(actor, 'prompts/list');
    },
  };
}

/** Lists addresses of an item, and whether a resource is served there to a caller who sees it. */
function addressesOf({ id, type, folder, canary }: PlacedItem): { uri: string; isServed: boolean }[] {
  const skill = `skill://${folder ?? 'workspace'}/${canary}`;
  return [
    { uri: `gatehouse://docs/${id}`, isServed: type === 'doc' },
    { uri: `gatehouse://skills/${id}`, isServed: type === 'skill' },
    ...['SKILL.md', 'references/x.md'].map((path) => ({ uri: `${skill}/${path}`, isServed: type === 'skill' })),
  ];
}
