import type { MetricsMessage } from './messages.ts';

/** One end of the line between the primary and a worker, over which each may ask the other for its figures. */
export interface MetricsExchange {
  /** The other's figures; undefined when it does not answer in time. */
  ask(): Promise<string | undefined>;
  /** Takes what came over the line. */
  receive(message: MetricsMessage): void;
}

export interface MetricsExchangeOptions {
  send: (message: MetricsMessage) => void;
  /** This end's own figures. */
  render: () => string | Promise<string>;
  patienceMs: number;
}

export function createMetricsExchange({ send, render, patienceMs }: MetricsExchangeOptions): MetricsExchange {
  const asked = new Map<number, (text: string | undefined) => void>();
  let latest = 0;

  async function answer(id: number): Promise<void> {
    send({ kind: 'metrics', id, text: await render() });
  }

  return {
    ask() {
      const id = ++latest;
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      const timer = setTimeout(resolve, patienceMs, undefined);
      asked.set(id, resolve);
      send({ kind: 'metrics_wanted', id });
      return promise.finally(() => {
        clearTimeout(timer);
        asked.delete(id);
      });
    },
    receive(message) {
      if (message.kind === 'metrics') asked.get(message.id)?.(message.text);
      else void answer(message.id);
    },
  };
}
