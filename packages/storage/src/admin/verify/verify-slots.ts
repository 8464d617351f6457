import { dayMs } from '@gatehouse/domain';
import { readLog } from '../../engines/sqlite/slots.ts';
import type { Findings } from '../problem.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Checks that the call times of each key are valid, in order, and at most a day in the future. Invalid times would make the key's next call
 * fail or wait without reason.
 */
export async function* checkSlots(snapshot: Snapshot): Findings {
  const latest = Date.now() + dayMs;
  const times = snapshot.dialect === 'sqlite' ? 'times' : "array_to_string(times, ',', 'null') as times";
  for await (const rows of snapshot.pages<{ key_id: string; times: Buffer | string }>(`select key_id, ${times} from call_slots`)) {
    for (const row of rows) {
      if (!isInOrder(timesOf(row.times), latest))
        yield { check: 'rows', message: `call_slots ${row.key_id}: its times are invalid or not in order` };
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
