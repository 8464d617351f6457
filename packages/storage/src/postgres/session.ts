import type pg from 'pg';
import type { NewActivity } from '../repos/activity.ts';
import type { RecordBatch } from './activity-batch.ts';
import { callRows, insertCalls } from './activity-statements.ts';
import { type Addition, type Additions, sentFor } from './additions.ts';
import { isConnectionFault, isContention } from './faults.ts';
import type { Told } from './notices.ts';
import { holdUntilTurnEnds } from './one-write.ts';
import type { Pools } from './pools.ts';
import { createSentAhead } from './sent-ahead.ts';
import { type Answer, begin, commit, runAlone, runOn, type Statement } from './statement.ts';

/** What the steps of one program run on. */
export interface Session {
  /** In the program's transaction, which this begins where something is changed or locked; what comes before that is asked alone. */
  run(statement: Statement, values: unknown[]): Promise<Answer>;
  /**
   * The same for what gives no answer: the program goes on, and an error is thrown where it next waits for the database. What is sent
   * before the transaction has begun is held until it does. So the changes of a call travel together, and of a program
   * that only added rows they travel with those of others.
   */
  send(statement: Statement, values: unknown[]): Promise<void>;
  /** Part of what the program changes; the row of one that changed nothing is written with those of other calls. */
  record(row: NewActivity): Promise<void>;
  /** Counted with those of other calls. */
  recordFolded(row: NewActivity, minute: number): Promise<void>;
  /**
   * Never in the transaction: a row that many calls write must not stay locked for the whole of one.
   * A repetition of the program gets the same answer: a call of the limit is taken once.
   */
  runApartOnce<T>(work: () => Promise<T>): Promise<T>;
  /** Has it told, once the program's changes are committed. */
  tell(told: Told): void;
  /** Begins what `undo` takes back and `keep` keeps. */
  mark(): Promise<void>;
  keep(): Promise<void>;
  /** Throws when the whole transaction is lost and not only this part of it. */
  undo(): Promise<void>;
}

export interface OpenSession extends Session {
  commit(): Promise<void>;
  rollback(): Promise<void>;
  readonly told: readonly Told[];
  /** The fault that ended this session; none of its later statements was sent. */
  readonly fault: unknown;
  /** True when a statement failed after the program had gone on. */
  readonly failedAhead: boolean;
  /** True when something was sent that must happen once, and its answer is lost. */
  readonly inDoubt: boolean;
}

export interface SessionOptions {
  pools: Pools;
  batch: RecordBatch;
  additions: Additions;
  /** Answers that outlive a repetition of the program. */
  remembered: Map<number, unknown>;
  /** False makes every statement a transaction of its own. */
  changes: boolean;
  /** True hears of errors before an attempt ends, and not at the commit: for a program to which one has happened. */
  careful: boolean;
  /** False leaves contention to the program: it is then an error like others, of the attempt it happened in. */
  repeatable: boolean;
}

type Mark = 'transaction' | 'savepoint' | 'nothing';

/** Programs yield steps that were written for the session of their engine. */
export function asSession(session: unknown): Session {
  return session as Session;
}

export function openSession({ pools, batch, additions, remembered, changes, careful, repeatable }: SessionOptions): OpenSession {
  let client: pg.PoolClient | undefined;
  let begun = false;
  let fault: unknown;
  let inDoubt = false;
  let apart = 0;
  const marks: Mark[] = [];
  const told: Told[] = [];
  const ahead = createSentAhead();
  /** What the transaction begins with, when it does. */
  let held = nothing();

  /** A lost connection or transaction must not look like one refused statement: everything after it fails alike, up to `perform`. */
  async function watched<T>(work: () => Promise<T>): Promise<T> {
    if (fault !== undefined) throw fault;
    try {
      return await work();
    } catch (caught) {
      // Who is careful has heard of that failure: what is lost now is the connection.
      const error = ahead.failure && !(careful && isConnectionFault(caught)) ? ahead.failure.error : caught;
      if (isConnectionFault(error) || (repeatable && isContention(error)) || failedAhead()) fault = error;
      throw error;
    }
  }

  /** Then the program may take the failure for that of another statement, and log what did not happen: it must run again. */
  function failedAhead(): boolean {
    return ahead.failure !== undefined && !careful;
  }

  /** Sends the beginning and what was held: what comes next needs no answer of theirs. */
  async function beginTransaction(): Promise<pg.PoolClient> {
    client ??= await pools.calls.connect();
    holdUntilTurnEnds(client);
    begun = true;
    ahead.add(runOn(client, begin, []));
    for (const { statement, values } of sentFor([held])) ahead.add(runOn(client, statement, values));
    held = nothing();
    return client;
  }

  /** Statements keep their order: once the transaction has begun they are handed to the connection at once. */
  function inTransaction(statement: Statement, values: unknown[]): Promise<Answer> {
    if (!client || !begun) return beginTransaction().then((connected) => runOn(connected, statement, values));
    holdUntilTurnEnds(client);
    return runOn(client, statement, values);
  }

  /** A statement without a name is planned anew each time and may be slow: it gets a connection of its own. */
  function alone(statement: Statement, values: unknown[]): Promise<Answer> {
    return statement.name === undefined ? runAlone(pools.calls, statement, values) : pools.quick.run(statement, values);
  }

  function run(statement: Statement, values: unknown[]): Promise<Answer> {
    const isEarly = statement.kind === 'reads' && !begun && held.statements.length === 0;
    return changes && !isEarly ? inTransaction(statement, values) : alone(statement, values);
  }

  async function send(statement: Statement, values: unknown[]): Promise<void> {
    if (fault !== undefined) throw fault;
    if (!changes) await watched(() => alone(statement, values));
    else if (begun) ahead.add(inTransaction(statement, values));
    else held.statements.push({ statement, values });
  }

  /** Rows that are all the program has to add are added with those of others; anything else gets a transaction. */
  async function sendHeld(): Promise<void> {
    if (!held.statements.every(({ statement }) => statement.kind === 'adds')) return void (await watched(beginTransaction));
    ahead.add(additions.add(held).catch(doubt));
    held = nothing();
  }

  /** Of what must happen once: whether it did is not known when its connection is lost. */
  function doubt(error: unknown): never {
    inDoubt = isConnectionFault(error);
    throw error;
  }

  /** Waits for what was sent ahead, and throws where it failed. */
  async function settle(): Promise<void> {
    await ahead.answered();
    if (ahead.failure) await watched(() => Promise.reject(ahead.failure?.error));
  }

  function release(broken: boolean): void {
    client?.release(broken);
    client = undefined;
    begun = false;
  }

  /** Ends the transaction, if there is one, and tells what Postgres says it did. */
  async function end(statement: Statement): Promise<string> {
    if (!client) return '';
    try {
      const { command } = begun ? await runOn(client, statement, []) : { command: '' };
      release(false);
      return command;
    } catch (error) {
      release(true);
      throw error;
    }
  }

  return {
    run: (statement, values) => watched(() => run(statement, values)),
    send,
    async record(row) {
      if (begun) await send(insertCalls, [callRows([row])]);
      else if (held.statements.length > 0) held.calls.push(row);
      else await watched(() => batch.insert(row)).catch(doubt);
    },
    recordFolded: (row, minute) => watched(() => batch.fold(row, minute)).catch(doubt),
    async runApartOnce<T>(work: () => Promise<T>): Promise<T> {
      const place = apart++;
      if (!remembered.has(place)) remembered.set(place, await watched(work));
      return remembered.get(place) as T;
    },
    tell: (one) => void told.push(one),
    told,
    async mark() {
      const mark: Mark = !changes ? 'nothing' : begun || held.statements.length > 0 ? 'savepoint' : 'transaction';
      if (mark === 'savepoint') await watched(() => inTransaction(savepoint, []));
      marks.push(mark);
    },
    async keep() {
      if (careful) {
        if (held.statements.length > 0) await watched(beginTransaction);
        await settle();
      }
      if (marks.pop() === 'savepoint') await send(releaseSavepoint, []);
    },
    async undo() {
      const mark = marks.pop();
      if (fault !== undefined) throw fault;
      if (mark === 'nothing') return;
      held = nothing();
      if (mark === 'transaction') await watched(() => end(rollback));
      else await watched(() => inTransaction(rollbackToSavepoint, []));
      if (careful) ahead.forget();
      else await settle();
      if (mark === 'savepoint') await send(releaseSavepoint, []);
    },
    async commit() {
      if (fault !== undefined) throw fault;
      if (!client && held.statements.length === 0) return;
      if (held.statements.length > 0) await sendHeld();
      const command = await end(commit).catch(doubt);
      await settle();
      // A program that went on after a failed statement: Postgres takes all of it back and calls that an answer.
      if (command === 'ROLLBACK') throw new Error('the transaction was rolled back: a statement of it had failed');
    },
    async rollback() {
      // Nobody can be told more than the error that led here; a connection that cannot roll back is closed, which does it.
      await end(rollback).catch(() => {});
    },
    get fault() {
      return fault;
    },
    get failedAhead() {
      return failedAhead();
    },
    get inDoubt() {
      return inDoubt;
    },
  };
}

const nothing = (): Addition => ({ statements: [], calls: [] });
const rollback: Statement = { text: 'rollback' };
const savepoint: Statement = { text: 'savepoint attempt' };
const releaseSavepoint: Statement = { text: 'release savepoint attempt' };
const rollbackToSavepoint: Statement = { text: 'rollback to savepoint attempt' };
