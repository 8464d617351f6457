import { constants, setPriority } from 'node:os';
import type { Attack, Counts, Target } from './attack.ts';
import { attacks } from './attacks.ts';

/** Attacks as its arguments specify until it is stopped, and reports its counts continuously: `node attacker-process.ts NAME TARGET`. */
const [name = '', target = ''] = process.argv.slice(2);
// An attacker has a machine of its own; here it must not take the time of the gateway.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const stopping = new AbortController();
process.once('message', () => stopping.abort());
process.once('disconnect', () => process.exit());
const attack = attacks[name] as Attack;
const counts: Counts = {};
const tell = () => process.send?.(counts);
const telling = setInterval(tell, 100);
await attack(JSON.parse(target) as Target, stopping.signal, (what, by = 1) => {
  counts[what] = (counts[what] ?? 0) + by;
});
clearInterval(telling);
tell();
process.disconnect();
