import { parseArgs } from 'node:util';
import { openAttackedGateway } from './attacked-gateway.ts';
import { attacks } from './attacks.ts';
import { measureAttack } from './measure-attack.ts';

/**
 * `node e2e/src/attacks/run.ts [attack …] [--seconds N]`: attacks a gateway while twenty honest callers use it, by default with each
 * attack. Prints each measurement as a line of JSON.
 */
const { values, positionals } = parseArgs({ options: { seconds: { type: 'string', default: '30' } }, allowPositionals: true });
const unknown = positionals.filter((name) => !Object.hasOwn(attacks, name));
if (unknown.length > 0) {
  process.stderr.write(`there is no attack ${unknown.join(', ')}; there are ${Object.keys(attacks).join(', ')}\n`);
  process.exit(2);
}
const seconds = Number(values.seconds);
for (const name of positionals.length > 0 ? positionals : Object.keys(attacks)) {
  await using gateway = await openAttackedGateway();
  process.stdout.write(`${JSON.stringify(await measureAttack(gateway, name, { quietSeconds: seconds, seconds }))}\n`);
}
