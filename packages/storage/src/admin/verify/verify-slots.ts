import { dayMs } from '@gatehouse/domain';
import { readLog } from '../../sqlite/slots.ts';
import type { Findings } from '../problem.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Checks that each key's calls of the last minute are times in order, and none is in the future. Otherwise the key's next call fails or
 * waits for nothing.
 */
export async function* checkSlots(snapshot: Snapshot): Findings {
  const latest = Date.now() + dayMs;
  const times = snapshot.dialect === 'sqlite' ? 'times' : "array_to_string(times, ',', 'null') as times";
  for await (const rows of snapshot.pages<{ key_id: string; times: Buffer | string }>(`select key_id, ${times} from call_slots`)) {
    for (const row of rows) {
      if (!isInOrder(timesOf(row.times), latest))
        yield { check: 'rows', message: `call_slots ${row.key_id}: its times are no times in order` };
    }
    yield rows.length;
  }
}

function timesOf(times: Buffer | string): number[] | undefined {
  if (typeof times !== 'string') return readLog(times);
  return times === '' ? [] : times.split(',').map(Number);
}

function isInOrder(times: number[] | undefined, latest: number): boolean {
  if (times === undefined) return false;
  let before = 0;
  for (const time of times) {
    if (!(time >= before && time <= latest)) return false;
    before = time;
  }
  return true;
}
