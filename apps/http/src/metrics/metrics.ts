import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Gateway } from '@gatehouse/core';
import { Counter, Gauge, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import { createCallMetrics } from './call-metrics.ts';

export interface Metrics {
  /** Wraps a gateway to count every call. Pass the result to all entrances. */
  watch(gateway: Gateway): Gateway;
  gauge(name: string, help: string, read: () => number): void;
  counter(name: string, help: string): { add(): void };
  /** Exposes a counter that is kept elsewhere. */
  total(name: string, help: string, read: () => number): void;
  /** All metrics in Prometheus' text format. */
  render(): Promise<string>;
  /** All metrics as values. */
  read(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
}

/** Metrics shown at /metrics. They may be gathered from several processes. */
export type ShownMetrics = Pick<Metrics, 'gauge' | 'total'> & { render(): Promise<string> };

const resolutionMs = 20;

export function createMetrics(): Metrics {
  const metrics = new Registry();
  const registers = [metrics];
  const calls = createCallMetrics(metrics);
  const loop = monitorEventLoopDelay({ resolution: resolutionMs });
  loop.enable();

  function gauge(name: string, help: string, read: () => number): void {
    const kept: Gauge = new Gauge({ name, help, registers, collect: () => kept.set(read()) });
  }

  function total(name: string, help: string, read: () => number): void {
    const kept: Counter = new Counter({
      name,
      help,
      registers,
      collect() {
        kept.reset();
        kept.inc(read());
      },
    });
  }

  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss());
  gauge('nodejs_eventloop_lag_p99_seconds', 'Delay of the event loop since the last reading, 99th percentile', () =>
    lagSeconds(loop.percentile(99)),
  );
  gauge('nodejs_eventloop_lag_max_seconds', 'Longest delay of the event loop since the last reading', () => lagSeconds(loop.max));

  return {
    watch(gateway) {
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
      const kept = new Counter({ name, help, registers });
      return { add: () => kept.inc() };
    },
    total,
    read: () => metrics.getMetricsAsJSON(),
    async render() {
      const text = await metrics.metrics();
      loop.reset();
      return text;
    },
  };
}

/** Converts the monitor's value. It measures the nanoseconds between its ticks, and the excess over its resolution is the delay. */
function lagSeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
}
