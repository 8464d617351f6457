import type { NamedTool, Origin } from '@gatehouse/core';
import { Counter, Histogram, type Registry as MetricRegistry } from 'prom-client';

export interface CallMetrics {
  /** Counts a call. The label is `unknown` if no tool has the name, because invented names would fill the memory of every scraper. */
  observe(tool: NamedTool, entrance: Origin['entrance'], outcome: string, seconds: number): void;
}

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

export function createCallMetrics(metrics: MetricRegistry): CallMetrics {
  const registers = [metrics];
  const calls = new Counter({
    name: 'gatehouse_calls_total',
    help: 'Tool calls by outcome',
    labelNames: ['tool', 'entrance', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'gatehouse_call_duration_seconds',
    help: 'Duration of tool calls',
    labelNames: ['tool', 'entrance'],
    buckets,
    registers,
  });

  return {
    observe({ name, registered }, entrance, outcome, seconds) {
      const tool = registered ? name : 'unknown';
      calls.inc({ tool, entrance, outcome });
      durations.observe({ tool, entrance }, seconds);
    },
  };
}
