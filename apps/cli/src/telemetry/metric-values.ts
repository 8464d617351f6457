import type { Metrics } from '@gatehouse/http';
import { attributesOf, nanosOf, scope } from './otlp-values.ts';

type Read = Awaited<ReturnType<Metrics['read']>>[number];
type Value = Read['values'][number] & { metricName?: string };

/** Converts the metrics of /metrics to an OTLP request. Sums count from the start of the process. */
export function metricsRequest(read: readonly Read[], resource: object, startedAt: number, at: number): object {
  const times = { startTimeUnixNano: nanosOf(startedAt), timeUnixNano: nanosOf(at) };
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: read.map((metric) => metricOf(metric, times)) }] }] };
}

type Times = { startTimeUnixNano: string; timeUnixNano: string };

/** 2 is cumulative: each point counts from the start. */
const aggregationTemporality = 2;

function metricOf(metric: Read, times: Times): object {
  const { name, help: description } = metric;
  const points = () => metric.values.map(({ value, labels }) => ({ ...times, asDouble: value, attributes: attributesOf(labels) }));
  // The type is an enumeration of prom-client with values such as "counter".
  switch (String(metric.type)) {
    case 'counter':
      return { name, description, sum: { aggregationTemporality, isMonotonic: true, dataPoints: points() } };
    case 'histogram':
      return { name, description, unit: 's', histogram: { aggregationTemporality, dataPoints: histogramPoints(metric, times) } };
    default:
      return { name, description, gauge: { dataPoints: points() } };
  }
}

interface Histogram {
  labels: Record<string, string | number | undefined>;
  /** Number of values up to each bound, in the order of bounds. */
  below: { bound: number; count: number }[];
  sum: number;
  count: number;
}

/** Converts histograms. Prometheus counts all values up to a bound, OTLP values between two bounds. */
function histogramPoints({ values }: Read, times: Times): object[] {
  const byLabels = new Map<string, Histogram>();
  for (const { labels, value, metricName = '' } of values as Value[]) {
    const { le, ...own } = labels as Record<string, string | number | undefined>;
    const key = JSON.stringify(own);
    const point = byLabels.get(key) ?? { labels: own, below: [], sum: 0, count: 0 };
    byLabels.set(key, point);
    if (metricName.endsWith('_sum')) point.sum = value;
    else if (metricName.endsWith('_count')) point.count = value;
    else if (le !== '+Inf') point.below.push({ bound: Number(le), count: value });
  }
  return [...byLabels.values()].map(({ labels, below, sum, count }) => {
    const counts = [...below.map((one) => one.count), count];
    const bucketCounts = counts.map((one, index) => `${one - (counts[index - 1] ?? 0)}`);
    return {
      ...times,
      attributes: attributesOf(labels),
      sum,
      count: `${count}`,
      explicitBounds: below.map((one) => one.bound),
      bucketCounts,
    };
  });
}
