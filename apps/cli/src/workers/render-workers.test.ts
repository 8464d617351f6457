import { expect, it } from 'vitest';
import { fakeWorker } from './fake-worker.ts';
import type { MetricsMessage } from './messages.ts';
import { createMetricsExchange } from './metrics-exchange.ts';
import { renderWorkers } from './render-workers.ts';

const slot = (worker: ReturnType<typeof fakeWorker> | undefined, deaths = 0) => ({ worker, deaths });

it('shows the figures of every worker that has some, and how many those are', async () => {
  const silent = { ...fakeWorker(9), metrics: async () => undefined };
  const text = await renderWorkers([slot(fakeWorker(7)), slot(silent), slot(undefined, 3)]);
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'alive{worker="1"} 7',
    'gatehouse_workers 1',
    'gatehouse_worker_deaths_total{worker="1"} 0',
    'gatehouse_worker_deaths_total{worker="2"} 0',
    'gatehouse_worker_deaths_total{worker="3"} 3',
    '',
  ]);
});

it('either end asks the other, and does without an answer that does not come', async () => {
  const toWorker = (message: MetricsMessage) => worker.receive(message);
  const toPrimary = (message: MetricsMessage) => primary.receive(message);
  const primary = createMetricsExchange({ send: toWorker, render: () => 'of all', patienceMs: 5000 });
  const worker = createMetricsExchange({ send: toPrimary, render: async () => 'of one', patienceMs: 5000 });
  expect(await Promise.all([primary.ask(), worker.ask(), worker.ask()])).toEqual(['of one', 'of all', 'of all']);
  const alone = createMetricsExchange({ send: () => {}, render: () => '', patienceMs: 10 });
  expect(await alone.ask()).toBe(undefined);
});
