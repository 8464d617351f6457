import cluster from 'node:cluster';
import type { Configuration } from '../configuration.ts';
import type { PageBuilders } from '../start/page-builds.ts';

/** The same command in every process: the first becomes the primary, those that it forks serve. */
export async function startWorkers(
  configuration: Configuration,
  output: { json: true | undefined },
  builders: PageBuilders,
): Promise<void> {
  if (cluster.isPrimary) {
    const { runPrimary } = await import('./primary.ts');
    return await runPrimary(configuration, output, builders);
  }
  const { runWorker } = await import('./worker.ts');
  await runWorker(configuration, builders);
}
