import { code, page, sentence, table } from './markdown.ts';
import { argumentsOf, calleeOf, isNode, type Node, nodesOf, propertyOf, type SourceFile, textsOf, walk } from './source/syntax.ts';

interface Metric {
  name: string;
  type: string;
  help: string;
  labels: string[];
}

const typeOf: Record<string, string> = { gauge: 'gauge', counter: 'counter', total: 'counter', Counter: 'counter', Histogram: 'histogram' };

/** Page with the metrics of `/metrics`, from the code that creates each metric. */
export function metricPage(sources: readonly SourceFile[]): string {
  const nodes = sources.flatMap(({ body }) => body.flatMap((node) => [...walk(node)]));
  const metrics = nodes.flatMap(readMetric);
  return page(
    'Metrics',
    '`GET /metrics` answers in the text format of Prometheus. [Metrics and health](../guides/metrics-and-health.md) says who can read it.',
    table(
      ['Name', 'Type', 'Labels', 'Meaning'],
      metrics
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
        .map(({ name, type, labels, help }) => [code(name), type, labels.map(code).join(', '), sentence(help)]),
    ),
  );
}

function readMetric(node: Node): Metric[] {
  const type = typeOf[calleeOf(node) ?? ''];
  const [first, second] = argumentsOf(node);
  if (type === undefined) return [];
  const [name] = [...textsOf(first), ...textsOf(propertyOf(first, 'name'))];
  const [help] = [...textsOf(second), ...textsOf(propertyOf(first, 'help'))];
  if (name === undefined || help === undefined) return [];
  const labels = propertyOf(first, 'labelNames');
  return [{ name, type, help, labels: isNode(labels) ? nodesOf(labels.elements).flatMap(textsOf) : [] }];
}
