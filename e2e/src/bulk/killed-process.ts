// Goes on with bulk changes, and kills itself before one of the statements.
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { killedAt } from '../take-back/kill-point.ts';
import { bulkWorkOn } from './bulk-work-on.ts';

const { databaseUrl, file, statement, startsAt } = JSON.parse(process.argv[2] ?? '');
const store: Store = databaseUrl ? await openPostgres({ url: databaseUrl, slotClock: 'caller' }) : openSqlite({ file });

const killed = killedAt(store, { statement }, () => process.kill(process.pid, 'SIGKILL'));
await bulkWorkOn(killed.store, startsAt, `killed at ${statement}`).look();
await store.close();
