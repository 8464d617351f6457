import { mergeMetrics } from './merge-metrics.ts';
import type { WorkerSlot } from './worker-slot.ts';

/** The figures of all workers that answer, and of the workers themselves. */
export async function renderWorkers(slots: readonly Pick<WorkerSlot, 'worker' | 'deaths'>[]): Promise<string> {
  const texts = new Map<number, string>();
  const render = async ({ worker }: Pick<WorkerSlot, 'worker'>, index: number) => {
    const text = await worker?.metrics();
    if (text !== undefined) texts.set(index + 1, text);
  };
  await Promise.all(slots.map(render));
  const inOrder = new Map([...texts].sort(([left], [right]) => left - right));
  return `${mergeMetrics(inOrder)}${[
    '# HELP gatehouse_workers Workers whose figures these are',
    '# TYPE gatehouse_workers gauge',
    `gatehouse_workers ${texts.size}`,
    '# HELP gatehouse_worker_deaths_total Workers that ended without being told to',
    '# TYPE gatehouse_worker_deaths_total counter',
    ...slots.map(({ deaths }, index) => `gatehouse_worker_deaths_total{worker="${index + 1}"} ${deaths}`),
  ].join('\n')}\n`;
}
