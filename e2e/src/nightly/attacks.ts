import { openAttackedGateway } from '../attacks/attacked-gateway.ts';
import { attacks } from '../attacks/attacks.ts';
import { measureAttack } from '../attacks/measure-attack.ts';

const mostBytes = 100_000_000;
/** Maximum wait of an honest caller during an attack: this time, or twice the time without an attack. */
const maxP99Ms = 50;
const rounds = 5;

/** Attacks a gateway in every way, five times for half a minute each. Returns effects that honest callers or the machine noticed. */
export async function attackBesideHonestCallers(seconds = 30): Promise<string[]> {
  const wrong: string[] = [];
  for (const attack of Object.keys(attacks)) {
    const beyond: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await using gateway = await openAttackedGateway();
      const { memoryGrowthBytes, quiet, attacked, counts } = await measureAttack(gateway, attack, { quietSeconds: seconds, seconds });
      const megabytes = Math.round(memoryGrowthBytes / 1e6);
      const told = `${attacked.calls} honest calls, ${attacked.failures} failed; p99 ${quiet.p99Ms} ms quiet, ${attacked.p99Ms} ms beside it`;
      process.stdout.write(`${attack}: ${told}; ${megabytes} MB more; ${JSON.stringify(counts)}\n`);
      if (attacked.failures > 0) wrong.push(`${attack}: ${attacked.failures} honest calls failed, the first with ${attacked.firstFailure}`);
      if (memoryGrowthBytes >= mostBytes) wrong.push(`${attack}: the gateway took ${megabytes} MB more`);
      beyond.push(attacked.p99Ms - Math.max(maxP99Ms, 2 * quiet.p99Ms));
    }
    const median = beyond.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
    if (median > 0) wrong.push(`${attack}: honest callers waited ${median.toFixed(1)} ms too long, by p99 and the median of ${rounds}`);
  }
  return wrong;
}
