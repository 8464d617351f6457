import { ask } from '../ops.ts';
import type { CallSlots, Slot } from '../store.ts';
import type { Pools } from './pools.ts';
import { asSession } from './session.ts';
import type { Statement } from './statement.ts';

/**
 * A sliding log: the sorted times of a key's calls of the last window in one row (D13). The row's lock, which `on conflict` takes,
 * orders all processes, and the time is read behind it. A committed statement of its own: as a part of the call's transaction
 * it would let a key make only one call at a time.
 */
export function postgresSlots(slotClock: 'database' | 'caller'): CallSlots {
  async function takeSlot({ slots }: Pools, keyId: string, limit: number, windowMs: number, now: number): Promise<Slot> {
    const clock = slotClock === 'caller' ? now : null;
    const { rows } = await slots.run(take, [keyId, limit, windowMs, clock]);
    const [taken] = rows as [count: number, first: number, last: number][];
    if (taken) return { admitted: true, remaining: limit - taken[0], resetMs: taken[1] + windowMs - taken[2] };
    const [waiting] = (await slots.run(wait, [keyId, limit, windowMs, clock])).rows as [number][];
    return { admitted: false, waitMs: Math.max(1, waiting?.[0] ?? 1) };
  }

  return {
    take: (keyId, limit, windowMs, now) =>
      ask((session) => asSession(session).runApartOnce(keyId, (pools) => takeSlot(pools, keyId, limit, windowMs, now))),
  };
}

const time = 'coalesce($4::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)';
/** Times never go backwards, also when the clock does; a log from more than a window ahead starts anew, as its clock was set back. */
const latest = 's.times[cardinality(s.times)]';
const at = `(select case when ${latest} > clock + $3 then clock else greatest(clock, ${latest}) end as at, ${latest} > clock + $3 as ahead
  from (select ${time} as clock offset 0) as read offset 0) as now`;
/** How many times have left the window: the log is sorted, so this is a binary search. */
const expired = 'width_bucket(now.at - $3::bigint, s.times)';

const take: Statement = {
  name: 'slot_take',
  text: `insert into call_slots as s (key_id, times) values ($1, array[${time}])
    on conflict (key_id) do update
      set times = (select case when now.ahead then array[now.at] else s.times[${expired} + 1 :] || now.at end from ${at})
      where (select now.ahead or cardinality(s.times) - ${expired} < $2::bigint from ${at})
    returning cardinality(times), times[1], times[cardinality(times)]`,
};

const wait: Statement = {
  name: 'slot_wait',
  text: `select s.times[greatest(cardinality(s.times) - $2::bigint + 1, 1)] + $3::bigint - now.at from call_slots s, lateral ${at} where s.key_id = $1`,
};
