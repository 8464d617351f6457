import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Gateway } from '@gatehouse/core';
import { createCallMetrics } from './call-metrics.ts';

export interface Metrics {
  /** The same gateway, with every call counted, whichever entrance makes it: hand this one to all of them. */
  watch(gateway: Gateway): Gateway;
  gauge(name: string, help: string, read: () => number): void;
  counter(name: string, help: string): { add(): void };
  /** A counter that is kept elsewhere. */
  total(name: string, help: string, read: () => number): void;
  /** Everything in Prometheus' text format. */
  render(): string;
}

/** What /metrics shows may be gathered from several processes. */
export type ShownMetrics = Pick<Metrics, 'gauge' | 'total'> & { render(): string | Promise<string> };

const resolutionMs = 20;

export function createMetrics(): Metrics {
  const calls = createCallMetrics();
  const gauges = new Map<string, { help: string; type: 'gauge' | 'counter'; read: () => number }>();
  const loop = monitorEventLoopDelay({ resolution: resolutionMs });
  loop.enable();

  function gauge(name: string, help: string, read: () => number): void {
    gauges.set(name, { help, type: 'gauge', read });
  }

  function total(name: string, help: string, read: () => number): void {
    gauges.set(name, { help, type: 'counter', read });
  }

  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
  gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop since the last reading, 99th percentile', () =>
    lagSeconds(loop.percentile(99)),
  );
  gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay of the event loop since the last reading', () => lagSeconds(loop.max));

  return {
    watch(gateway) {
      calls.register(gateway.registry);
      return {
        ...gateway,
        async call(call) {
          const started = performance.now();
          const answer = await gateway.call(call);
          calls.observe(call.tool, call.origin.entrance, answer.ok ? 'ok' : answer.error.code, (performance.now() - started) / 1000);
          return answer;
        },
      };
    },
    gauge,
    counter(name, help) {
      let value = 0;
      total(name, help, () => value);
      return { add: () => void value++ };
    },
    total,
    render() {
      const lines = [...gauges].flatMap(([name, { help, type, read }]) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        `${name} ${read()}`,
      ]);
      loop.reset();
      return `${[...lines, ...calls.render()].join('\n')}\n`;
    },
  };
}

/** The monitor gives the nanoseconds between its ticks: what is over its resolution is the delay. */
function lagSeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
}
