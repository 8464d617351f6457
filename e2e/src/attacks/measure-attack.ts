import type { Counts } from './attack.ts';
import type { AttackedGateway } from './attacked-gateway.ts';
import { callHonestly, type HonestCalls } from './honest-callers.ts';
import { startAttacker } from './start-attacker.ts';

export interface MeasuredAttack {
  attack: string;
  seconds: number;
  /** Largest memory growth of the gateway during the attack. */
  memoryGrowthBytes: number;
  quiet: HonestCalls;
  attacked: HonestCalls;
  /** Actions of the attacker. */
  counts: Counts;
}

export interface MeasureOptions {
  /** Duration of honest calls without an attack. */
  quietSeconds: number;
  /** Duration of honest calls during the attack. */
  seconds: number;
  /** The attack goes on until it has done enough. */
  isEnough?: (counts: Counts) => boolean;
}

const lookEveryMs = 100;
/** Time for a new gateway to compile its code, or for an attacked one to recover. Seconds. */
const warmUpSeconds = 0.5;

/** Lets honest callers call without an attack, then during one. */
export async function measureAttack(
  { target, honestKeys, residentBytes }: AttackedGateway,
  attack: string,
  { quietSeconds, seconds, isEnough = () => true }: MeasureOptions,
): Promise<MeasuredAttack> {
  const call = (isOver: () => boolean) => callHonestly(target.url, honestKeys, isOver);
  await call(after(warmUpSeconds));
  const quiet = await call(after(quietSeconds));
  const before = residentBytes();
  let most = before;
  const looking = setInterval(() => {
    most = Math.max(most, residentBytes());
  }, lookEveryMs);
  const attacker = startAttacker(attack, target);
  const isLongEnough = after(seconds);
  const attacked = await call(() => isLongEnough() && isEnough(attacker.counts));
  clearInterval(looking);
  await attacker.stop();
  return { attack, seconds, memoryGrowthBytes: most - before, quiet, attacked, counts: attacker.counts };
}

function after(seconds: number): () => boolean {
  const at = performance.now() + seconds * 1000;
  return () => performance.now() >= at;
}
