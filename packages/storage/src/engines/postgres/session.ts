import type pg from 'pg';
import type { NewActivity } from '../../repos/log/logged-call.ts';
import type { RecordBatch } from './batches/activity-batch.ts';
import { callRows, insertCalls } from './batches/activity-statements.ts';
import { type BatchedInsert, type BatchedInserts, sentFor } from './batches/batched-inserts.ts';
import { PendingStatements } from './batches/pending-statements.ts';
import type { PendingNotification } from './notices/notices.ts';
import { holdUntilTurnEnds } from './pipeline/corked-write.ts';
import { isConnectionFault, isContention, isSaidByServer, NotRunError } from './pipeline/faults.ts';
import { type Answer, begin, commit, connectFrom, runAlone, runOn, type Statement } from './pipeline/statement.ts';
import type { Pools } from './pool/pools.ts';

/** Database access for the steps of one program. */
export interface TransactionContext {
  /** Runs a statement in the program's transaction, which begins with the first change or lock. Earlier reads run outside it. */
  run(statement: Statement, values: unknown[]): Promise<Answer>;
  /**
   * Sends a statement without waiting for its answer. The program goes on, and an error is thrown when it next waits for the database.
   * Statements from before the transaction are held until it begins. So the changes of a call travel together, and those of a program that
   * only adds rows travel with others.
   */
  send(statement: Statement, values: unknown[]): Promise<void>;
  /** Logs the call as part of its changes. The row of a program without changes is written with those of other calls. */
  record(row: NewActivity): Promise<void>;
  /** Counts the call together with those of other calls. */
  recordFolded(row: NewActivity, minute: number): Promise<void>;
  /**
   * Runs work outside the transaction: a row that many calls write must not stay locked during one. A repetition of the program gets the
   * same answer, so the limit counts a call once.
   */
  runApartOnce<T>(work: () => Promise<T>): Promise<T>;
  /** Sends a notice after the program's changes are committed. */
  tell(told: PendingNotification): void;
  /** Begins a part that `undo` rolls back and `keep` keeps. */
  mark(): Promise<void>;
  keep(): Promise<void>;
  /** Throws if the whole transaction is lost and not only this part. */
  undo(): Promise<void>;
}

export interface SessionOptions {
  pools: Pools;
  batch: RecordBatch;
  additions: BatchedInserts;
  /** Caller whose share of the connections is used. */
  caller: string | undefined;
  /** Answers that are kept for a repetition of the program. */
  remembered: Map<number, unknown>;
  /** False runs every statement as its own transaction. */
  changes: boolean;
  /** True awaits errors before an attempt ends, not at the commit. Set for a program that has failed late before. */
  awaitEachStatement: boolean;
  /** False leaves contention to the program: it is then an ordinary error of the attempt it happened in. */
  retryOnConflict: boolean;
}

type Mark = 'transaction' | 'savepoint' | 'nothing';

/**
 * State of a session's transaction: `waiting` → `open` with the first change or lock → `waiting` after a commit or rollback. A lost
 * connection or transaction makes the session `lost` permanently.
 */
type State = Waiting | Open | Lost;

/** A transaction of which nothing has been sent yet. It will begin with these statements. */
interface Waiting extends BatchedInsert {
  is: 'waiting';
}

/** A session with an open transaction. */
interface Open {
  is: 'open';
  client: pg.PoolClient;
}

/**
 * Session that sends no more statements. The outcome of its commit is unknown if a statement that must happen once was sent and its answer
 * is lost.
 */
interface Lost {
  is: 'lost';
  fault: unknown;
  commitUnknown: boolean;
  /** Set until it is rolled back. */
  client: pg.PoolClient | undefined;
}

/** Casts the session that the engine passes to the steps of its programs. */
export function asSession(session: unknown): TransactionContext {
  return session as TransactionContext;
}

/**
 * Session of one call. It is a class, unlike elsewhere: twenty functions for each call would be most of a call's allocations. (Getters of
 * an object literal are worse: V8 allocates them in its old generation, and they retain the whole call there.)
 */
export class OpenSession implements TransactionContext {
  readonly #options: SessionOptions;
  readonly #marks: Mark[] = [];
  readonly #told: PendingNotification[] = [];
  readonly #ahead = new PendingStatements();
  #state: State = wait();
  /** Number of works run apart. A repetition finds its answer by this number. */
  #apart = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get told(): readonly PendingNotification[] {
    return this.#told;
  }

  /** Fault that ended this session. Later statements were not sent. */
  get fault(): unknown {
    return this.#state.is === 'lost' ? this.#state.fault : undefined;
  }

  /** True if a statement failed after the program had gone on. The program may blame another statement, and log what did not happen. */
  get failedAhead(): boolean {
    return this.#ahead.failure !== undefined && !this.#options.awaitEachStatement;
  }

  /** True if a statement that must happen once was sent and its answer is lost. */
  get commitUnknown(): boolean {
    return this.#state.is === 'lost' && this.#state.commitUnknown;
  }

  run(statement: Statement, values: unknown[]): Promise<Answer> {
    const isEarly = statement.kind === 'reads' && !this.#hasBegun();
    return this.#watched(() =>
      this.#options.changes && !isEarly ? this.#inTransaction(statement, values) : this.#alone(statement, values),
    );
  }

  async send(statement: Statement, values: unknown[]): Promise<void> {
    const state = this.#stateToUse();
    if (!this.#options.changes) await this.#watched(() => this.#alone(statement, values));
    else if (state.is === 'open') this.#ahead.add(this.#inTransaction(statement, values));
    else state.statements.push({ statement, values });
  }

  async record(row: NewActivity): Promise<void> {
    const state = this.#stateToUse();
    if (state.is === 'open') await this.send(insertCalls, [callRows([row])]);
    else if (state.statements.length > 0) state.calls.push(row);
    else await this.#watched(() => this.#options.batch.insert(row, this.#options.changes).catch((error: unknown) => this.#doubt(error)));
  }

  recordFolded(row: NewActivity, minute: number): Promise<void> {
    return this.#watched(() => this.#options.batch.fold(row, minute).catch((error: unknown) => this.#doubt(error)));
  }

  async runApartOnce<T>(work: () => Promise<T>): Promise<T> {
    const { remembered } = this.#options;
    const place = this.#apart++;
    if (!remembered.has(place)) remembered.set(place, await this.#watched(work));
    return remembered.get(place) as T;
  }

  tell(told: PendingNotification): void {
    this.#told.push(told);
  }

  async mark(): Promise<void> {
    const mark: Mark = !this.#options.changes ? 'nothing' : this.#hasBegun() ? 'savepoint' : 'transaction';
    if (mark === 'savepoint') await this.#watched(() => this.#inTransaction(savepoint, []));
    this.#marks.push(mark);
  }

  async keep(): Promise<void> {
    if (this.#options.awaitEachStatement) {
      if (isHolding(this.#state)) await this.#watched(() => this.#beginTransaction());
      await this.#settle();
    }
    if (this.#marks.pop() === 'savepoint') await this.send(releaseSavepoint, []);
  }

  async undo(): Promise<void> {
    const mark = this.#marks.pop();
    const state = this.#stateToUse();
    if (mark === 'nothing') return;
    if (state.is === 'waiting') this.#state = wait();
    if (mark === 'transaction') await this.#watched(() => this.#end(rollback));
    else await this.#watched(() => this.#inTransaction(rollbackToSavepoint, []));
    if (this.#options.awaitEachStatement) this.#ahead.forget();
    else await this.#settle();
    if (mark === 'savepoint') await this.send(releaseSavepoint, []);
  }

  async commit(): Promise<void> {
    const state = this.#stateToUse();
    if (state.is === 'waiting') {
      if (!isHolding(state)) return;
      await this.#sendHeld(state);
    }
    const command = await this.#watched(() => this.#end(commit)).catch((error: unknown) => this.#doubt(error));
    await this.#settle();
    // The program went on after a failed statement. Postgres rolls everything back and reports that as a normal answer.
    if (command === 'ROLLBACK') throw new Error('the transaction was rolled back: one of its statements had failed');
  }

  async rollback(): Promise<void> {
    // The error that led here explains most, so a failed rollback is ignored. It closes the connection, which rolls back too.
    await this.#end(rollback).catch(() => {});
  }

  /**
   * Runs work and records a lost connection or transaction. It must not look like one refused statement: everything after it fails too, up
   * to `perform`.
   */
  async #watched<T>(work: () => Promise<T>): Promise<T> {
    this.#stateToUse();
    try {
      return await work();
    } catch (caught) {
      const { awaitEachStatement, retryOnConflict } = this.#options;
      const { failure } = this.#ahead;
      // With `awaitEachStatement` the program has seen that failure. The loss now is the connection.
      const error = failure && !(awaitEachStatement && isConnectionFault(caught)) ? failure.error : caught;
      if (isConnectionFault(error) || (retryOnConflict && isContention(error)) || this.failedAhead) this.#lose(error);
      throw error;
    }
  }

  /** Sends `begin` and the held statements. The next statement need not wait for their answers. */
  async #beginTransaction(): Promise<pg.PoolClient> {
    const client = await connectFrom(this.#options.pools.calls, this.#options.caller);
    holdUntilTurnEnds(client);
    const before = this.#state;
    this.#state = { is: 'open', client };
    this.#ahead.add(runOn(client, begin, []));
    if (before.is === 'waiting') for (const { statement, values } of sentFor([before])) this.#ahead.add(runOn(client, statement, values));
    return client;
  }

  /** Keeps statements in order: after the transaction has begun, the connection gets them immediately. */
  #inTransaction(statement: Statement, values: unknown[]): Promise<Answer> {
    if (this.#state.is !== 'open') return this.#beginTransaction().then((client) => runOn(client, statement, values));
    const { client } = this.#state;
    holdUntilTurnEnds(client);
    return runOn(client, statement, values);
  }

  /**
   * Runs a statement outside the transaction. One without a name is planned each time and may be slow, so it gets a connection of its own.
   */
  #alone(statement: Statement, values: unknown[]): Promise<Answer> {
    const { pools, caller } = this.#options;
    return statement.name === undefined ? runAlone(pools.calls, statement, values, caller) : pools.quick.run(statement, values);
  }

  /**
   * Sends held statements. If the program only adds rows, they are committed together with those of other programs. Otherwise they get a
   * transaction.
   */
  async #sendHeld(held: Waiting): Promise<void> {
    if (!held.statements.every(({ statement }) => statement.kind === 'adds')) {
      await this.#watched(() => this.#beginTransaction());
      return;
    }
    this.#ahead.add(this.#options.additions.add(held).catch((error: unknown) => this.#doubt(error)));
    this.#state = wait();
  }

  /** Marks the commit as unknown if a statement that must happen once has lost its connection. */
  #doubt(error: unknown): never {
    if (isConnectionFault(error) && !(error instanceof NotRunError) && !this.#wasTakenBack()) this.#lose(error, true);
    throw error;
  }

  /** True if the server refused a statement of the transaction or never ran it. Then nothing is committed. */
  #wasTakenBack(): boolean {
    const error = this.#ahead.failure?.error;
    return error instanceof NotRunError || isSaidByServer(error);
  }

  /** Waits for the statements sent ahead, and throws if one failed. */
  async #settle(): Promise<void> {
    await this.#ahead.answered();
    const { failure } = this.#ahead;
    if (failure) await this.#watched(() => Promise.reject(failure.error));
  }

  /** True if statements of the transaction were sent or are held. */
  #hasBegun(): boolean {
    return this.#state.is === 'open' || isHolding(this.#state);
  }

  /** Returns the usable state. Throws the fault of a lost session. */
  #stateToUse(): Waiting | Open {
    if (this.#state.is === 'lost') throw this.#state.fault;
    return this.#state;
  }

  /** Records the latest fault. An unknown commit stays unknown. */
  #lose(fault: unknown, commitUnknown = this.commitUnknown): void {
    this.#state = { is: 'lost', fault, commitUnknown, client: clientOf(this.#state) };
  }

  #release(client: pg.PoolClient, broken: boolean): void {
    client.release(broken);
    this.#state = this.#state.is === 'lost' ? { ...this.#state, client: undefined } : wait();
  }

  /** Ends the transaction, if there is one, and returns the command that Postgres reports. */
  async #end(statement: Statement): Promise<string> {
    const client = clientOf(this.#state);
    if (!client) return '';
    try {
      const { command } = await runOn(client, statement, []);
      this.#release(client, false);
      return command;
    } catch (error) {
      this.#release(client, true);
      throw error;
    }
  }
}

const wait = (): Waiting => ({ is: 'waiting', statements: [], calls: [] });
const isHolding = (state: State): boolean => state.is === 'waiting' && state.statements.length > 0;
const clientOf = (state: State): pg.PoolClient | undefined => (state.is === 'waiting' ? undefined : state.client);
const rollback: Statement = { text: 'rollback' };
const savepoint: Statement = { text: 'savepoint attempt' };
const releaseSavepoint: Statement = { text: 'release savepoint attempt' };
const rollbackToSavepoint: Statement = { text: 'rollback to savepoint attempt' };
