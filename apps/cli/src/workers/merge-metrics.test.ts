import { createMetrics } from '@gatehouse/http';
import { expect, it } from 'vitest';
import { mergeMetrics } from './merge-metrics.ts';

it('names each worker on its samples and each figure once', () => {
  const text = (count: number) =>
    [
      '# HELP calls Calls',
      '# TYPE calls counter',
      `calls{tool="search",outcome="ok"} ${count}`,
      '# HELP rss Memory',
      '# TYPE rss gauge',
      'rss 7',
      '',
    ].join('\n');
  const merged = mergeMetrics(
    new Map([
      [1, text(2)],
      [2, text(3)],
    ]),
  );
  expect(merged.split('\n')).toEqual([
    '# HELP calls Calls',
    '# TYPE calls counter',
    'calls{tool="search",outcome="ok",worker="1"} 2',
    'calls{tool="search",outcome="ok",worker="2"} 3',
    '# HELP rss Memory',
    '# TYPE rss gauge',
    'rss{worker="1"} 7',
    'rss{worker="2"} 7',
    '',
  ]);
});

it('leaves out nothing of what one process shows', async () => {
  const metrics = createMetrics();
  metrics.counter('made_up_total', 'Counted').add();
  const alone = await metrics.render();
  const merged = mergeMetrics(new Map([[3, alone]]));
  const names = (text: string) => text.split('\n').flatMap((line) => /^\w+/.exec(line) ?? []);
  expect(names(merged)).toEqual(names(alone));
  expect(merged).toContain('made_up_total{worker="3"} 1');
});
