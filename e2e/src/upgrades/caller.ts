import type { Browser } from '../console/browser.ts';
import type { Loose } from '../kit/world.ts';
import { asNamedThen, renamed } from './named-now.ts';

/** Caller with a key, or signed-in person. */
export interface Caller {
  name: string;
  isPerson: boolean;
  /** The result, or `{ error }` as it was answered. */
  ask(tool: string, input?: object): Promise<Loose>;
}

/** Makes a call that must succeed. */
export async function ok(caller: Caller, tool: string, input: object = {}): Promise<Loose> {
  const answer = await caller.ask(tool, input);
  if (answer?.error !== undefined) throw new Error(`${tool} for ${caller.name}: ${answer.error.code}: ${answer.error.message}`);
  return answer;
}

export function programWith(name: string, url: string, key: string): Caller {
  return {
    name,
    isPerson: false,
    async ask(tool, input = {}) {
      const response = await fetch(`${url}/v1/tools/${tool}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      });
      return await response.json();
    },
  };
}

/** Calls use the names of this version, whichever version answers. */
export function personIn(name: string, browser: Browser, orgId: string): Caller {
  const post = async (tool: string, input: object): Promise<Loose> => (await browser.post(tool, input, { orgId })).body;
  return {
    name,
    isPerson: true,
    async ask(tool, input = {}) {
      const answer = await post(tool, input);
      const then = asNamedThen(tool, input);
      const isUnknown = answer.error?.code === 'not_found' && answer.error.message.startsWith('there is no tool');
      return then && isUnknown ? renamed(await post(then.tool, then.input)) : answer;
    },
  };
}
