import { ask } from '../../../kernel/ops.ts';
import { type Admission, type Admissions, type CallLimit, type Slot, useNotedEveryMs } from '../../../repos/admission.ts';
import { type KeyOfPerson, keyColumns } from '../../../repos/identity/keys.ts';
import { postgresTables } from '../../../schema/schema.ts';
import { createBatcher } from '../batches/batcher.ts';
import { arrayValue } from '../pipeline/array-value.ts';
import { numberIn, textIn } from '../pipeline/row-values.ts';
import type { Row, Statement } from '../pipeline/statement.ts';
import type { Lanes } from '../pool/lanes.ts';
import { asSession } from '../session.ts';

/** A call that waits to be admitted. */
interface Asked {
  hash: string;
  limit: CallLimit;
  now: number;
  resolve: (admission: Admission) => void;
  reject: (error: unknown) => void;
}

/** Calls of one key that one statement admitted. */
interface Taken {
  key: KeyOfPerson;
  good: boolean;
  /** Undefined if fewer calls were left than wanted: then none was taken. */
  log: TakenLog | undefined;
}

interface TakenLog {
  count: number;
  oldest: number;
  latest: number;
}

const statementsAtOnce = 2;

/**
 * Looks up keys and counts their calls against the limit (D12, D13), with one statement for all calls of a turn. The limit is a sliding
 * log: one row holds the sorted times of a key's calls in the last window. `on conflict` locks the row, which orders all processes; the
 * time is read after locking. The statement commits on its own: inside the call's transaction, a key could make only one call at a time.
 */
export function postgresAdmissions(lanes: Lanes, slotClock: 'database' | 'caller'): Admissions {
  const calls = createBatcher<Asked>(statementsAtOnce, async (asked) => {
    for (const group of Map.groupBy(asked, termsOf).values()) await admit(group);
  });

  /** Values that calls must share to be admitted with one statement. */
  function termsOf({ limit, now }: Asked): string {
    return `${limit.calls} ${limit.windowMs} ${slotClock === 'caller' ? now : ''}`;
  }

  async function admit(asked: Asked[]): Promise<void> {
    const [first] = asked;
    if (!first) return;
    const { limit, now } = first;
    try {
      const ofKeys = Map.groupBy(asked, ({ hash }) => hash);
      const wanted = [...ofKeys].map(([hash, { length }]) => ({ hash, calls: Math.min(length, limit.calls) }));
      const taken = await take(wanted, limit, now);
      for (const [hash, ofKey] of ofKeys) await tell(hash, ofKey, taken.get(hash), limit, now);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  /**
   * Distributes admitted calls to the requests of a key in their order. The rest try the calls that are left, or learn how long to wait.
   */
  async function tell(hash: string, asked: Asked[], first: Taken | undefined, limit: CallLimit, now: number): Promise<void> {
    let taken = first;
    let waiting = asked;
    for (
      let wanted = Math.min(asked.length, limit.calls);
      taken?.good;
      taken = (await take([{ hash, calls: wanted }], limit, now)).get(hash)
    ) {
      const { key, log } = taken;
      if (log) {
        waiting.slice(0, wanted).forEach(({ resolve }, index) => resolve({ key, slot: slotOf(limit, log, wanted - 1 - index) }));
        waiting = waiting.slice(wanted);
        if (waiting.length === 0) return;
      }
      const { left, waitMs } = await look(key.id, limit, now);
      if (left <= 0) {
        for (const { resolve } of waiting) resolve({ key, slot: { admitted: false, waitMs } });
        return;
      }
      wanted = Math.min(left, waiting.length);
    }
    for (const { resolve } of waiting) resolve({ key: taken?.key, slot: undefined });
  }

  async function take(wanted: { hash: string; calls: number }[], { calls, windowMs }: CallLimit, now: number): Promise<Map<string, Taken>> {
    const hashes = arrayValue(wanted.map(({ hash }) => hash));
    const counts = arrayValue(wanted.map((one) => one.calls));
    const { rows } = await lanes.run(takeCalls, [hashes, counts, calls, windowMs, now, slotClock === 'caller' ? now : null]);
    return new Map(rows.map(readTaken));
  }

  async function look(keyId: string, { calls, windowMs }: CallLimit, now: number): Promise<{ left: number; waitMs: number }> {
    const time = slotClock === 'caller' ? now : null;
    const { rows } = await lanes.run(lookAtLog, [keyId, calls, windowMs, time]);
    const [left, waitMs, isAhead] = rows[0] ?? [];
    if (isAhead === true) await lanes.run(bringBack, [keyId, time]);
    return { left: numberIn(left), waitMs: Math.max(1, numberIn(waitMs)) };
  }

  /**
   * Takes a call for a session, which is known already. It commits on its own too, so that calls of one browser need not wait for each
   * other.
   */
  async function takeForSession(id: string, { calls, windowMs }: CallLimit, now: number): Promise<Slot> {
    const limit = { calls, windowMs };
    for (;;) {
      const { rows } = await lanes.run(takeCallOfSession, [id, now, calls, windowMs, slotClock === 'caller' ? now : null]);
      const [taken] = rows;
      if (taken) return slotOf(limit, logIn(taken), 0);
      const { left, waitMs } = await look(id, limit, now);
      if (left <= 0) return { admitted: false, waitMs };
    }
  }

  return {
    takeForSession: ({ id }, limit, now) => ask((session) => asSession(session).runApartOnce(() => takeForSession(id, limit, now))),
    take: (hash, limit, now) =>
      ask((session) =>
        asSession(session).runApartOnce(
          () => new Promise<Admission>((resolve, reject) => calls.add({ hash: hash.toString('hex'), limit, now, resolve, reject })),
        ),
      ),
  };
}

/** Slot of a call that was taken before `later` others of the same statement. */
function slotOf({ calls, windowMs }: CallLimit, { count, oldest, latest }: TakenLog, later: number): Slot {
  return { admitted: true, remaining: calls - count + later, resetMs: oldest + windowMs - latest };
}

const columns = Object.entries(keyColumns(postgresTables.keys));
const keyFields = columns.map(([, { name }]) => `k.${name}`).join(', ');

/**
 * Reads a row: hash, validity of the key, the log's count, oldest and latest time, the person's role, name and address, the organization's
 * name, its read-only mode for agents, whether it asks for review, and the key's fields.
 */
function readTaken(row: Row): [hash: string, taken: Taken] {
  const [hash, good, count, oldest, latest, role, personName, personEmail, orgName, agentsReadOnly, asksReview, ...fields] = row;
  const key: Record<string, unknown> = {
    role,
    personName,
    personEmail,
    orgName,
    agentsReadOnly: agentsReadOnly === true,
    asksReview: asksReview === true,
  };
  columns.forEach(([property, column], index) => {
    const value = fields[index];
    key[property] = value === null ? null : column.mapFromDriverValue(value as never);
  });
  const log = count === null ? undefined : logIn([count, oldest, latest]);
  return [textIn(hash), { key: key as unknown as KeyOfPerson, good: good === true, log }];
}

/** Reads a log: count, oldest and latest time. */
function logIn([count, oldest, latest]: Row): TakenLog {
  return { count: numberIn(count), oldest: numberIn(oldest), latest: numberIn(latest) };
}

const databaseTime = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
const latest = 's.times[cardinality(s.times)]';

/** SQL expressions on the log and the clock, which is read after locking the log's row. */
function timesAt(givenTime: string, windowMs: string) {
  const time = `coalesce(${givenTime}::bigint, ${databaseTime})`;
  const at = `(select ${time} as at offset 0) as now`;
  /** Number of times that have left the window. The log is sorted, so this is a binary search. */
  const expired = `width_bucket(now.at - ${windowMs}::bigint, s.times)`;
  /**
   * Times from an index on. A time in the future means that the clock was set back. It counts as now, so that no call is forgotten too
   * early, or kept longer than a window (D13).
   */
  const notAfter = (from: string) =>
    `case when ${latest} > now.at then array(select least(one, now.at) from unnest(s.times[${from} :]) with ordinality as each(one, place) order by place) else s.times[${from} :] end`;
  return { time, at, expired, notAfter };
}

/** Adds times to an existing log: all wanted times, or none. */
function addTo({ at, expired, notAfter }: ReturnType<typeof timesAt>, calls: string): string {
  return `on conflict (key_id) do update
        set times = (select (${notAfter(`${expired} + 1`)}) || array_fill(now.at, array[cardinality(excluded.times)]) from ${at})
        where (select cardinality(s.times) - ${expired} + cardinality(excluded.times) <= ${calls}::bigint from ${at})
      returning key_id, cardinality(times) as count, times[1] as oldest, times[cardinality(times)] as latest`;
}

const whenTaking = timesAt('$6', '$4');

/**
 * Takes all wanted calls of a key, or none. Keys are found by hash, even to note their use. In a small table, Postgres considers any
 * index on the organization as good as the one on the identifier, and it keeps that plan when the table grows. Rows are taken in key order,
 * so that two processes do not wait for each other. A key that another transaction is changing is not waited for: its next call notes its
 * use.
 */
export const takeCalls: Statement = {
  name: 'admission_take',
  text: `with asked as materialized (
      select wanted.hash, wanted.calls, p.role, p.name as person_name, p.email as person_email, o.name as org_name, o.agents_read_only, o.asks_review, k.revoked_at is null and (k.expires_at is null or k.expires_at > $5::bigint) as good, ${keyFields}
      from unnest($1::text[], $2::int[]) as wanted(hash, calls)
      cross join lateral (select * from keys where hash = decode(wanted.hash, 'hex') offset 0) as k
      cross join lateral (select role, name, email from people where org_id = k.org_id and id = k.person_id and removed_at is null offset 0) as p
      cross join lateral (select name, agents_read_only, asks_review from organizations where id = k.org_id offset 0) as o
    ), taken as (
      insert into call_slots as s (key_id, times)
        select id, array_fill(${whenTaking.time}, array[calls]) from asked where good order by id
      ${addTo(whenTaking, '$3')}
    ), noted as (
      update keys set last_used_at = $5::bigint
        from taken join asked on asked.id = taken.key_id cross join lateral (
          select k.ctid from keys as k where k.hash = decode(asked.hash, 'hex') for no key update skip locked
        ) as free
        where keys.ctid = free.ctid and (asked.last_used_at is null or asked.last_used_at <= $5::bigint - ${useNotedEveryMs})
    )
    select k.hash, k.good, taken.count, taken.oldest, taken.latest, k.role, k.person_name, k.person_email, k.org_name, k.agents_read_only, k.asks_review, ${keyFields} from asked as k left join taken on taken.key_id = k.id`,
};

const whenTakingOne = timesAt('$5', '$4');

/** Takes one call of a session and notes its use. A session that another transaction is ending is not waited for. */
const takeCallOfSession: Statement = {
  name: 'admission_take_for_session',
  text: `with taken as (
      insert into call_slots as s (key_id, times) values ($1, array[${whenTakingOne.time}])
      ${addTo(whenTakingOne, '$3')}
    ), noted as (
      update sessions set seen_at = $2::bigint
        from taken cross join lateral (
          select ctid from sessions where id = taken.key_id and seen_at <= $2::bigint - ${useNotedEveryMs} for no key update skip locked
        ) as free
        where sessions.ctid = free.ctid
    )
    select count, oldest, latest from taken`,
};

const whenLooking = timesAt('$4', '$3');

/** Reads how many calls are left, the time until the next one, and if the log is ahead of the clock. */
const lookAtLog: Statement = {
  name: 'admission_look',
  text: `select $2::bigint - cardinality(s.times) + ${whenLooking.expired},
      coalesce(least(s.times[greatest(cardinality(s.times) - $2::bigint + 1, 1)], now.at) + $3::bigint - now.at, 0), ${latest} > now.at
    from call_slots s, lateral ${whenLooking.at} where s.key_id = $1`,
};

const whenBringing = timesAt('$2', '0');

/** Stores future times as now when no call was taken. Otherwise the log would stay ahead of the clock. */
const bringBack: Statement = {
  name: 'admission_bring_back',
  text: `update call_slots as s set times = (select ${whenBringing.notAfter('1')} from ${whenBringing.at}) where s.key_id = $1`,
};
