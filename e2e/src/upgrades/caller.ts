import type { Browser } from '../console/browser.ts';
import type { Loose } from '../world.ts';

/** Who asks: by a key, or as a person who is signed in. */
export interface Caller {
  name: string;
  isPerson: boolean;
  /** The result, or `{ error }` as it was answered. */
  ask(tool: string, input?: object): Promise<Loose>;
}

/** The same for calls that must succeed. */
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

export function personIn(name: string, browser: Browser, orgId: string): Caller {
  return { name, isPerson: true, ask: async (tool, input = {}) => (await browser.post(tool, input, { orgId })).body };
}
