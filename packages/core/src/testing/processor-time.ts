/**
 * Least processor time of this thread that `work` took over the rounds, in milliseconds. A loaded machine and a cold compiler thus do not
 * count. Stops after a round that took less than `enough`.
 */
export async function leastProcessorMs(rounds: number, enough: number, work: (round: number) => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && least > enough; round++) {
    const began = process.threadCpuUsage();
    await work(round);
    const { user, system } = process.threadCpuUsage(began);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
