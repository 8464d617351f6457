import type { Origin, Registry } from '@gatehouse/core';

type Entrance = Origin['entrance'];

export interface CallMetrics {
  /** Only names of this registry become labels: what callers make up would fill the memory of every scraper. */
  register(registry: Pick<Registry, 'find'>): void;
  observe(tool: string, entrance: Entrance, outcome: string, seconds: number): void;
  render(): string[];
}

interface Series {
  outcomes: Map<string, number>;
  /** Calls per bucket, not yet cumulated; the last one is +Inf. */
  buckets: number[];
  sum: number;
  count: number;
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
const calls = 'gatehouse_calls_total';
const duration = 'gatehouse_call_duration_seconds';

export function createCallMetrics(): CallMetrics {
  const byEntrance = new Map<Entrance, Map<string, Series>>();
  let isKnown = (_tool: string): boolean => false;

  function seriesOf(tool: string, entrance: Entrance): Series {
    const byTool = obtain(byEntrance, entrance, () => new Map<string, Series>());
    return byTool.get(tool) ?? obtain(byTool, isKnown(tool) ? tool : 'unknown', emptySeries);
  }

  return {
    register(registry) {
      isKnown = (tool) => registry.find(tool) !== undefined;
    },
    observe(tool, entrance, outcome, seconds) {
      const series = seriesOf(tool, entrance);
      series.outcomes.set(outcome, (series.outcomes.get(outcome) ?? 0) + 1);
      series.sum += seconds;
      series.count++;
      let bucket = 0;
      while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
      (series.buckets[bucket] as number)++;
    },
    render() {
      const all = [...byEntrance].flatMap(([entrance, byTool]) =>
        [...byTool].map(([tool, series]) => ({ labels: `tool="${tool}",entrance="${entrance}"`, series })),
      );
      return [
        `# HELP ${calls} Tool calls by outcome`,
        `# TYPE ${calls} counter`,
        ...all.flatMap(({ labels, series }) =>
          [...series.outcomes].map(([outcome, count]) => `${calls}{${labels},outcome="${outcome}"} ${count}`),
        ),
        `# HELP ${duration} How long tool calls took`,
        `# TYPE ${duration} histogram`,
        ...all.flatMap(({ labels, series }) => renderHistogram(labels, series)),
      ];
    },
  };
}

function renderHistogram(labels: string, { buckets, sum, count }: Series): string[] {
  let cumulated = 0;
  const lines = bounds.map((bound, index) => `${duration}_bucket{${labels},le="${bound}"} ${(cumulated += buckets[index] as number)}`);
  return [
    ...lines,
    `${duration}_bucket{${labels},le="+Inf"} ${count}`,
    `${duration}_sum{${labels}} ${sum}`,
    `${duration}_count{${labels}} ${count}`,
  ];
}

function emptySeries(): Series {
  return { outcomes: new Map(), buckets: new Array(bounds.length + 1).fill(0), sum: 0, count: 0 };
}

function obtain<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = create();
    map.set(key, value);
  }
  return value;
}
