import { type Connection, openConnection } from './connection.ts';

/** Calls at a given pace over connections that are kept open, each made once and never repeated. */
export interface SteadyLoad {
  readonly answered: number;
  readonly failures: readonly string[];
  /** Lets the calls under way end and tells how all went. */
  stop(): Promise<SteadyOutcome>;
}

export interface SteadyOutcome {
  answered: number;
  /** What happened instead of an answer with status 200. */
  failures: string[];
  /** Calls a second, from the first to the last. */
  pace: number;
  longestMs: number;
}

export interface SteadyOptions {
  url: string;
  key: string;
  perSecond: number;
  connections?: number;
}

const everyMs = 10;

/** Half of the calls are made through Node's agent, half through fetch: both keep connections, and neither sends a POST twice. */
export function startSteadyLoad({ url, key, perSecond, connections = 24 }: SteadyOptions): SteadyLoad {
  const kept: Connection[] = Array.from({ length: connections }, () => openConnection(url));
  const outcome: SteadyOutcome = { answered: 0, failures: [], pace: 0, longestMs: 0 };
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  let made = 0;

  async function call(index: number): Promise<void> {
    const began = performance.now();
    const [tool, input] = index % 5 === 0 ? ['create_task', { title: `task ${index}` }] : ['list_docs', {}];
    try {
      const { status, text } = index % 2 === 0 ? await throughAgent(index, tool, input) : await throughFetch(tool, input);
      if (status === 200) outcome.answered++;
      else outcome.failures.push(`${tool}: status ${status} ${text}`);
    } catch (error) {
      outcome.failures.push(`${tool}: ${describe(error)}`);
    }
    outcome.longestMs = Math.max(outcome.longestMs, performance.now() - began);
  }

  async function throughAgent(index: number, tool: string, input: object) {
    const { status, body } = await (kept[index % kept.length] as Connection).call(tool, input, key);
    return { status, text: JSON.stringify(body) };
  }

  async function throughFetch(tool: string, input: object) {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
    return { status: response.status, text: await response.text() };
  }

  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - started) * perSecond) / 1000);
    for (; made < due; made++) {
      const calling = call(made).finally(() => underWay.delete(calling));
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

function describe(error: unknown): string {
  const { cause } = error as Error;
  return cause instanceof Error ? `${(error as Error).message}: ${cause.message}` : String(error);
}
