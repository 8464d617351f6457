import { givenEngine, postgresEngine } from '../kit/engines.ts';
import type { Place } from './command.ts';

/** Few enough for one statement. */
const rowsAtOnce = 10_000;

/**
 * Adds rows to the log with these times, copied from the newest one, after a gap in their numbers. Resolves with the number of the last
 * row.
 */
export async function addLogRows({ data }: Place, times: readonly number[], { gap = 0 } = {}): Promise<number> {
  const newest = 'select * from activity order by id desc limit 1';
  const [row = {}] = await givenEngine.query(data, newest);
  const copied = Object.keys(row).filter((name) => !itsOwn.has(name));
  // Postgres stores the log by month, and needs the minute of each row.
  const minute = givenEngine === postgresEngine ? { column: 'minute', value: 'made.at / 60000' } : undefined;
  const into = ['id', 'at', minute?.column, ...copied].filter(Boolean).join(', ');
  const values = ['newest.id + made.place', 'made.at', minute?.value, ...copied].filter(Boolean).join(', ');
  for (let first = 0; first < times.length; first += rowsAtOnce) {
    const before = first === 0 ? gap : 0;
    const made = times.slice(first, first + rowsAtOnce).map((at, index) => `(${before + index + 1}, ${at})`);
    const rows = `with made (place, at) as (values ${made.join(', ')}), newest as (${newest})`;
    await givenEngine.change(data, `${rows} insert into activity (${into}) select ${values} from made, newest`);
  }
  return Number((await givenEngine.query(data, 'select max(id) as id from activity'))[0]?.id);
}

/** Columns with a value of their own in each row. `written_by` is the transaction that wrote it. */
const itsOwn = new Set(['id', 'at', 'minute', 'folded_minute', 'written_by']);
