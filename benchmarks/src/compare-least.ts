/** Processor time of a call, in microseconds, as the mean of several. */
export async function costOf(calls: number, call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < calls; at++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** Costs of one call, in microseconds. */
interface Sides {
  without: () => Promise<number>;
  with: () => Promise<number>;
}

/** Measures both sides in turns, and prints the least cost of each, and their ratio. */
export async function compareLeast(name: string, rounds: number, sides: Sides): Promise<void> {
  const least = { without: Number.POSITIVE_INFINITY, with: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++)
    for (const side of ['without', 'with'] as const) least[side] = Math.min(least[side], await sides[side]());
  const ratio = (least.with / least.without).toFixed(2);
  process.stdout.write(`${name}: ${least.without.toFixed(0)} µs without, ${least.with.toFixed(0)} µs with: ${ratio} ×\n`);
}
