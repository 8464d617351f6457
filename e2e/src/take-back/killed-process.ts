// Takes a run back, and kills itself: before one of the statements of its steps, or after a step was answered.
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { killedAt } from './kill-point.ts';
import { applyAll, callsOn } from './run-to-take-back.ts';

const { databaseUrl, file, run, point, startsAt } = JSON.parse(process.argv[2] ?? '');
const store: Store = databaseUrl ? await openPostgres({ url: databaseUrl, slotClock: 'caller' }) : openSqlite({ file });

const killed = killedAt(store, point, () => process.kill(process.pid, 'SIGKILL'));
await applyAll(callsOn(killed.store, startsAt), run, killed.afterStep);
await store.close();
