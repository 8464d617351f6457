import type pg from 'pg';
import { inOneWrite } from '../pipeline/corked-write.ts';
import { isConnectionFault, isContention } from '../pipeline/faults.ts';
import { canTravel, runOn, runTogether } from '../pipeline/statement.ts';
import type { Asked, Lane } from './lane.ts';

/** Maximum statements of one write. More would wait for each other longer than a second write costs. */
export const maxTogether = 16;

/**
 * Sends the statements of one turn on a lane, and hands out the answers. `connect` opens the lane's connection; `watch` is called after
 * sending.
 */
export function createSender(connect: (lane: Lane) => Promise<pg.Client>, watch: () => void) {
  async function send(lane: Lane): Promise<void> {
    const asked = lane.asked;
    lane.asked = [];
    try {
      const client = lane.client ?? (await connect(lane));
      const reads = asked.filter(({ statement }) => statement.kind === 'reads' && canTravel(client, statement));
      const others = reads.length < 2 ? asked : asked.filter((one) => !reads.includes(one));
      inOneWrite(client, () => {
        for (let first = 0; reads.length > 1 && first < reads.length; first += maxTogether) {
          void readTogether(lane, client, reads.slice(first, first + maxTogether));
        }
        for (const one of others) void runSingly(lane, client, one);
      });
    } catch (error) {
      fail(lane, undefined, asked, error);
    }
  }

  async function readTogether(lane: Lane, client: pg.Client, reads: Asked[]): Promise<void> {
    lane.sent.push(reads);
    watch();
    const outcome = await runTogether(client, reads);
    answered(lane, reads);
    if ('answers' in outcome) {
      outcome.answers.forEach((answer, index) => reads[index]?.resolve(answer));
      lane.waiting -= reads.length;
      return;
    }
    // Give each read its own error. Only a lost connection fails all reads, and a read that failed by contention is tried again like the
    // others.
    const { error, culprit } = outcome;
    if (isConnectionFault(error)) fail(lane, client, reads, error);
    else
      for (const [index, one] of reads.entries()) {
        if (one.isAskedAgain || (index === culprit && !isContention(error))) fail(lane, client, [one], error);
        else void runSingly(lane, client, one);
      }
  }

  async function runSingly(lane: Lane, client: pg.Client, one: Asked): Promise<void> {
    const alone = [one];
    lane.sent.push(alone);
    watch();
    try {
      one.resolve(await runOn(client, one.statement, one.values));
      lane.waiting--;
    } catch (error) {
      fail(lane, client, alone, error);
    } finally {
      answered(lane, alone);
    }
  }

  function answered(lane: Lane, group: Asked[]): void {
    // Usually the first: a connection answers in order.
    if (lane.sent[0] === group) lane.sent.shift();
    else lane.sent.splice(lane.sent.indexOf(group), 1);
    lane.isHeldUp = false;
  }

  function fail(lane: Lane, client: pg.Client | undefined, asked: Asked[], error: unknown): void {
    if (isConnectionFault(error) && lane.client === client) lane.client = undefined;
    for (const { reject, isAskedAgain } of asked) if (!isAskedAgain) reject(error);
    lane.waiting -= asked.length;
  }

  async function close(lane: Lane): Promise<void> {
    if (lane.asked.length > 0) await send(lane);
    await lane.client?.end();
  }

  return { send, close };
}
