import type { Credential, Gateway } from '@gatehouse/core';
import { newId } from '@gatehouse/core';
import type { MadeBy, Op, Store, Task } from '@gatehouse/storage';
import { callAs } from '../gateway-calls.ts';
import { medianBy } from '../median.ts';

interface Measured {
  store: Store;
  gateway: Gateway;
  owner: Credential;
  /** Processor time of the database's own processes so far. */
  databaseMicros(): number;
}

const rounds = 7;
const calls = 300;

/**
 * Measures the cost of a history row in a call that writes one. A task is saved with and without it, as the same statement of the same
 * transaction, and the difference is compared with the whole call. All in processor time of the gateway and the database.
 */
export async function historyCost({ store, gateway, owner, databaseMicros }: Measured): Promise<Record<string, string>> {
  const orgId = (owner as Credential & { type: 'person' }).orgId;
  const created = await callAs(gateway, owner, 'create_task', { title: 'Measured' });
  if (!created.ok) throw new Error(created.error.message);
  const { taskId } = created.value as { taskId: string };
  const task = await store.read(() => store.tasks.find(orgId, taskId));
  if (!task) throw new Error('the task does not exist');
  const cost = async (run: (index: number) => Promise<unknown>): Promise<number> => {
    const now = () => process.cpuUsage().user + process.cpuUsage().system + databaseMicros();
    const before = now();
    for (let index = 0; index < calls; index++) await run(index);
    return (now() - before) / calls;
  };
  const save = (index: number, before: (saved: Task) => Task) => {
    const saved = { ...task, notes: `note ${index}` };
    return store.perform(() => store.tasks.update(saved, before(saved), madeBy(owner)) as Op<void>, { changes: true });
  };
  const rows: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const without = await cost((index) => save(index, (saved) => saved));
    const withRow = await cost((index) => save(index, (saved) => ({ ...saved, notes: 'another' })));
    rows.push(withRow - without);
    whole.push(await cost((index) => callAs(gateway, owner, 'update_task', { taskId, notes: `call ${round} ${index}` })));
  }
  const [row, call] = [medianBy(rows, Number), medianBy(whole, Number)];
  return { 'write call µs': call.toFixed(0), 'its row µs': row.toFixed(0), 'with/without row': (call / (call - row)).toFixed(2) };
}

function madeBy(owner: Credential): MadeBy {
  const at = Date.now();
  const { personId } = owner as Credential & { type: 'person' };
  return { personId, agentId: null, keyId: null, entrance: 'cli', requestId: newId('req', at), traceId: null, at };
}
