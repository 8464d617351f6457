import type { Attempt, BulkChange, BulkPlace, Op, OpenBulkItem, Store } from '@gatehouse/storage';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { type ItemCall, itemCall } from '../../workspace/bulk/item-call.ts';
import type { Answer, Call } from '../calls/call.ts';
import type { Gateway } from '../pipeline/gateway.ts';
import { createLease } from '../webhooks/lease.ts';

export interface BulkWorkOptions {
  gateway: Pick<Gateway, 'call' | 'registry' | 'store' | 'clock'>;
  /** Identifies this process among those that share a database. */
  holder: string;
  signal: AbortSignal;
}

export interface BulkWork {
  /** Goes on with all bulk changes until none has anything to do, if no other process does. */
  look(): Promise<void>;
  /** Releases the work for another process. */
  end(): Promise<void>;
}

/** Each item has its own transaction. On SQLite they share a commit, and other callers get their turn first. */
const itemsAtOnce = 8;
const changesAtOnce = 20;
/** People watch it: another process takes over soon after one has died. */
const leaseMs = 8000;

/**
 * Makes the calls of bulk changes, one for each item, as the person who asked (D91). The result of an item is written in the transaction of
 * its call. So a process that dies neither skips an item nor changes one twice.
 */
export function createBulkWork({ gateway, holder, signal }: BulkWorkOptions): BulkWork {
  const { store, clock } = gateway;
  const lease = createLease({ store, name: 'bulk', holder, clock, forMs: leaseMs });
  /** Times until which changes wait after a temporary refusal. */
  const waiting = new Map<string, number>();

  async function look(): Promise<void> {
    while (await giveTurns());
  }

  /** Gives each change a turn, so that none waits for the end of others (D51). False if none has anything to do, or it has to stop. */
  async function giveTurns(): Promise<boolean> {
    let hasWorked = false;
    for await (const change of allAtWork()) {
      if ((waiting.get(change.id) ?? 0) > clock()) continue;
      if (signal.aborted || !(await lease.hold())) return false;
      waiting.delete(change.id);
      hasWorked = true;
      await (change.state === 'undoing' ? undo(change) : changeNext(change));
    }
    return hasWorked;
  }

  /** Changes with something to do, oldest first. */
  async function* allAtWork(): AsyncGenerator<BulkChange> {
    let last: BulkPlace | undefined = { createdAt: 0, id: '' };
    while (last) {
      const after: BulkPlace = last;
      const some = await store.read(() => store.bulkChanges.atWork(after, changesAtOnce));
      yield* some;
      last = some.length < changesAtOnce ? undefined : some.at(-1);
    }
  }

  async function changeNext(change: BulkChange): Promise<void> {
    const open = await store.read(() => store.bulkChanges.open(change, itemsAtOnce));
    if (open.length === 0) return await end(change, 'done');
    const answers = await Promise.all(open.map((item) => changeOne(change, item)));
    await settle(change, answers);
  }

  async function changeOne(change: BulkChange, item: OpenBulkItem): Promise<Answer> {
    const answer = await call(change, itemCall(change, item.itemId), change.requestId, (outcome) => endItem(store, change, item, outcome));
    // A fault of the transaction left no row and no end: the item must not be tried for ever.
    if (!answer.ok && isLasting(answer.error)) await store.perform(() => noteFault(store, change, item, answer.error), { changes: true });
    return answer;
  }

  /** Undoes the changes of its request, with the operations that people use to take back. */
  async function undo(change: BulkChange): Promise<void> {
    const { orgId, takeBackId } = change;
    const found = takeBackId === null ? undefined : await store.read(() => store.takeBacks.find(orgId, takeBackId));
    if (found?.state === 'done') return await end(change, 'undone');
    const requestId = newId('req', clock());
    const step = takeBackId === null ? undefined : { takeBackId };
    const answer = step
      ? await call(change, { tool: found?.state === 'looking' ? 'continue_take_back' : 'apply_take_back', input: step }, requestId)
      : await call(change, { tool: 'prepare_take_back', input: { requestId: change.requestId } }, requestId, (outcome) =>
          keepTakeBack(store, change, outcome),
        );
    await settle(change, [answer]);
    if (!answer.ok && answer.error.retryAfterSeconds === undefined) await end(change, 'stopped');
  }

  function call(change: BulkChange, { tool, input }: ItemCall, requestId: string, alongside?: Call['alongside']): Promise<Answer> {
    const { orgId, personId, entrance, client } = change;
    return gateway.call({
      tool: gateway.registry.named(tool),
      credential: { type: 'person', orgId, personId },
      origin: { entrance, client: client ?? undefined },
      requestId,
      readArguments: () => input,
      argumentBytes: Buffer.byteLength(JSON.stringify(input)),
      share: `${orgId} ${personId}`,
      alongside,
    });
  }

  /** Waits after a temporary refusal. Ends the change of a person who has left. */
  async function settle(change: BulkChange, answers: readonly Answer[]): Promise<void> {
    const errors = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
    if (errors.some(({ code }) => code === 'unauthorized')) return await end(change, 'stopped');
    const seconds = Math.max(0, ...errors.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0));
    if (seconds > 0) waiting.set(change.id, clock() + seconds * 1000);
  }

  /** Keeps a stop or another request that came meanwhile. */
  async function end({ orgId, id, state }: BulkChange, next: 'done' | 'stopped' | 'undone'): Promise<void> {
    const ending = function* () {
      const change = yield* store.bulkChanges.findForChange(orgId, id);
      if (change?.state === state) yield* store.bulkChanges.update({ ...change, state: next, endedAt: clock() });
    };
    await store.perform(ending, { changes: true });
  }

  return { look, end: () => lease.release() };
}

/** Leaves items open that are worth another try. */
function* endItem(store: Store, change: BulkChange, { number }: OpenBulkItem, outcome: Attempt<unknown>): Op<void> {
  if (outcome.ok) return yield* note(store, change, { number, outcome: 'done', ...nothingWrong });
  const { error } = outcome;
  if (!(error instanceof GatewayError) || error.retryAfterSeconds !== undefined) return;
  yield* note(store, change, { number, ...failureOf(error) });
}

/** Throws, so that nothing of the call is kept, if another process has ended the item. */
function* note(store: Store, change: BulkChange, ended: Parameters<Store['bulkChanges']['endItem']>[1]): Op<void> {
  if (!(yield* store.bulkChanges.endItem(change, ended))) throw new Error('another process has already made this call of a bulk change');
}

function* noteFault(store: Store, change: BulkChange, { number }: OpenBulkItem, error: GatewayError): Op<void> {
  yield* store.bulkChanges.endItem(change, { number, ...failureOf(error) });
}

function isLasting({ code, retryAfterSeconds }: GatewayError): boolean {
  return retryAfterSeconds === undefined && code !== 'unauthorized';
}

const nothingWrong = { code: null, reason: null, message: null };

function failureOf({ code, reason, message }: GatewayError) {
  return { outcome: 'failed' as const, code, reason: reason ?? null, message };
}

function* keepTakeBack(store: Store, { orgId, id }: BulkChange, outcome: Attempt<unknown>): Op<void> {
  const change = outcome.ok ? yield* store.bulkChanges.findForChange(orgId, id) : undefined;
  if (outcome.ok && change) {
    const { takeBackId } = outcome.value as { takeBackId: string };
    yield* store.bulkChanges.update({ ...change, takeBackId });
  }
}
