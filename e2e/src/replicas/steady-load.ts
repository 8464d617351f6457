import { legacyCall, modernRequest, post } from '../mcp/raw.ts';
import { type Connection, openConnection } from './connection.ts';

/** Calls at a given pace over connections that are kept open, each made once and never repeated. */
export interface SteadyLoad {
  readonly answered: number;
  readonly failures: readonly string[];
  /** Waits for running calls and reports on all calls. */
  stop(): Promise<SteadyOutcome>;
}

export interface SteadyOutcome {
  answered: number;
  /** Faults of the calls that got no answer with status 200. */
  failures: string[];
  /** Calls a second, from the first to the last. */
  pace: number;
  longestMs: number;
}

export interface SteadyOptions {
  url: string;
  /** Used in turns: with a limit of 240 a minute, each has room for 4 calls a second. */
  keys: readonly string[];
  perSecond: number;
  connections?: number;
}

/** Makes one call and returns the fault of its answer. */
type Way = (index: number, key: string, tool: string, input: object) => Promise<string | undefined>;

const everyMs = 10;
/**
 * Maximum delay of a call on a busy machine, in seconds. Calls beyond it are dropped instead of made in a burst. `pace` counts only calls
 * that were made.
 */
const maxLag = 0.5;
const maxUnderWay = 200;

/**
 * Calls over HTTP through Node's agent and through fetch, and over MCP, in both eras, through fetch like its clients. All clients keep
 * their connections, and none sends a POST twice.
 */
export function startSteadyLoad({ url, keys, perSecond, connections = 24 }: SteadyOptions): SteadyLoad {
  const kept: Connection[] = Array.from({ length: connections }, () => openConnection(url));
  const outcome: SteadyOutcome = { answered: 0, failures: [], pace: 0, longestMs: 0 };
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  let made = 0;
  let last = started;
  let due = 0;

  async function call(index: number): Promise<void> {
    const began = performance.now();
    const [tool, input] = index % 5 === 0 ? ['create_task', { title: `task ${index}` }] : ['list_docs', {}];
    const way = ways[index % ways.length] as Way;
    try {
      const fault = await way(index, keys[index % keys.length] as string, tool, input);
      if (fault === undefined) outcome.answered++;
      else outcome.failures.push(`${way.name} ${tool}: ${fault}`);
    } catch (error) {
      outcome.failures.push(`${way.name} ${tool}: ${describe(error)}`);
    }
    outcome.longestMs = Math.max(outcome.longestMs, performance.now() - began);
  }

  const ways: Way[] = [
    async function throughAgent(index, key, tool, input) {
      const { status, body } = await (kept[Math.floor(index / ways.length) % kept.length] as Connection).call(tool, input, key);
      return status === 200 ? undefined : `status ${status} ${JSON.stringify(body)}`;
    },
    async function throughFetch(_index, key, tool, input) {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      return await faultOf(await fetch(`${url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) }));
    },
    async function overMcp2025(index, key, tool, input) {
      return await faultOf(await post(`${url}/mcp`, key, legacyCall(tool, input, index), { 'MCP-Protocol-Version': '2025-11-25' }));
    },
    async function overMcp2026(index, key, tool, input) {
      const { body, headers } = modernRequest('tools/call', { name: tool, arguments: input }, index);
      return await faultOf(await post(`${url}/mcp`, key, body, headers));
    },
  ];

  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) * perSecond) / 1000, perSecond * maxLag);
    last = now;
    for (; due >= 1 && underWay.size < maxUnderWay; due--) {
      const calling = call(made++).finally(() => underWay.delete(calling));
      underWay.add(calling);
    }
  }, everyMs);

  return {
    get answered() {
      return outcome.answered;
    },
    failures: outcome.failures,
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - started) / 1000;
      await Promise.all(underWay);
      for (const connection of kept) connection[Symbol.dispose]();
      return { ...outcome, pace: Math.round(made / seconds) };
    },
  };
}

/** The fault of an answer, or undefined. A failed tool has status 200 over MCP. */
async function faultOf(response: Response): Promise<string | undefined> {
  const text = await response.text();
  return response.status === 200 && !/"error":|"isError":true/.test(text) ? undefined : `status ${response.status} ${text}`;
}

function describe(error: unknown): string {
  const { cause } = error as Error;
  return cause instanceof Error ? `${(error as Error).message}: ${cause.message}` : String(error);
}
