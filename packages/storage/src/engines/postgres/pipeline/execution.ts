import pg from 'pg';
import { type ConnectionInternals, wireOf } from './connection-internals.ts';
import { beginWrite, endWrite, wasTaken } from './corked-write.ts';
import { endsConnection, isConnectionFault, isSaidByServer, NotRunError } from './faults.ts';
import { type Debtor, debtorOn } from './response-timeout.ts';

export type Row = unknown[];

export interface Answer {
  rows: Row[];
  command: string;
}

type ReadValue = (value: string) => unknown;

interface RowDescription {
  fields: { dataTypeID: number; format?: 'text' | 'binary' }[];
}

interface DriverQuery {
  name: string | undefined;
  text: string;
  values: unknown[];
  callback: (error: Error | null, answer?: Answer) => void;
  submit(wire: ConnectionInternals): Error | null;
  prepare(wire: ConnectionInternals): void;
  handleReadyForQuery(): void;
  handleError(error: Error, wire: ConnectionInternals): void;
}

const DriverQuery = pg.Query as unknown as new (text: string) => DriverQuery;

/**
 * Query that watches for its answer. After an error that makes the connection useless, it closes the connection and with it the
 * transaction.
 */
class CarefulQuery extends DriverQuery {
  /** Connection that owes the answer. */
  #debtor: Debtor | undefined;
  /** Number of its write. Undefined before it was sent. */
  #write: number | undefined;

  override submit(wire: ConnectionInternals): Error | null {
    const write = beginWrite(wire);
    const fault = super.submit(wire);
    endWrite(wire);
    if (fault) return fault;
    this.#write = write;
    this.#debtor = debtorOn(wire);
    this.#debtor?.owes();
    return null;
  }

  override handleReadyForQuery(): void {
    this.#answered();
  }

  override handleError(error: Error, wire: ConnectionInternals): void {
    this.#answered();
    if (endsConnection(error)) wire.stream.destroy();
    super.handleError(isConnectionFault(error) && !this.#mayHaveRun(error, wire) ? new NotRunError(error) : error, wire);
  }

  #mayHaveRun(error: Error, wire: ConnectionInternals): boolean {
    if (this.#write === undefined || !wasTaken(wire, this.#write)) return false;
    return this.isDone() || !isSaidByServer(error);
  }

  /**
   * True if the server has reported that the statement is done. Before that, a server that ends the connection with an error also rolls the
   * statement back.
   */
  protected isDone(): boolean {
    return true;
  }

  #answered(): void {
    this.#debtor?.answered();
    this.#debtor = undefined;
  }
}

/** Readers for the rows of each prepared statement of a connection, learned at its first execution there. */
const learned = new WeakMap<ConnectionInternals, Map<string, ReadValue[]>>();

function learnedOn(wire: ConnectionInternals): Map<string, ReadValue[]> {
  let known = learned.get(wire);
  if (!known) {
    known = new Map();
    learned.set(wire, known);
  }
  return known;
}

/**
 * Executes a statement, and has the rows of a prepared statement described only once for each connection: they never change. The driver's
 * own query has them described at every execution and makes objects from that, a third of the cost of a small statement.
 */
export class Execution extends CarefulQuery {
  #answer: Answer = { rows: [], command: '' };
  #readers: ReadValue[] | undefined;
  #learned: Map<string, ReadValue[]> | undefined;

  /** `done` receives rows as arrays, with values as SQLite returns them: numbers for bigint, text for json. */
  constructor(name: string | undefined, text: string, values: unknown[], done: (error: Error | null, answer?: Answer) => void) {
    super(text);
    this.name = name;
    this.values = values;
    this.callback = done;
  }

  override prepare(wire: ConnectionInternals): void {
    this.#learned = learnedOn(wire);
    this.#readers = this.name === undefined ? undefined : this.#learned.get(this.name);
    super.prepare(this.#readers ? withoutDescribing(wire) : wire);
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#readers = fields.map(({ dataTypeID, format }) => readerOf(dataTypeID, format));
  }

  handleDataRow({ fields }: DataRow): void {
    this.#answer.rows.push(readRow(fields, this.#readers as ReadValue[]));
  }

  protected override isDone(): boolean {
    return this.#answer.command !== '';
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answer.command = commandOf(text);
    if (this.name !== undefined) this.#learned?.set(this.name, this.#readers ?? []);
  }

  override handleReadyForQuery(): void {
    super.handleReadyForQuery();
    this.callback(null, this.#answer);
  }
}

/** One of several executions that are sent together. */
export interface Part {
  name: string;
  text: string;
  values: unknown[];
}

/** Outcome of several executions. `culprit` is the index of the failed execution, if there is one. */
export type Together = { answers: Answer[] } | { error: Error; culprit: number | undefined };

/** True if the connection has executed the statement before. Only such statements can travel with others. */
export function isKnownOn(client: pg.ClientBase, name: string): boolean {
  return learnedOn(wireOf(client)).has(name);
}

/**
 * Several executions of statements that the connection knows, as one separate transaction: all of them happen or none. The server answers
 * with one write, so both sides wake once, not once for each statement.
 */
export class Executions extends CarefulQuery {
  readonly #parts: Part[];
  readonly #answers: Answer[];
  #readers: ReadValue[][] = [];
  /** Number of answered executions, and so the index of the next answer. */
  #completed = 0;

  /** Calls `done` when all is committed, or when nothing more can be committed. */
  constructor(parts: Part[], done: (outcome: Together) => void) {
    super('');
    this.#parts = parts;
    this.#answers = parts.map(() => ({ rows: [], command: '' }));
    this.callback = Executions.#tell(this, done);
    this.#take(0);
  }

  /**
   * Kept out of the constructor: V8 allocates functions that are assigned to a property in its old generation, and they would retain this
   * object there.
   */
  static #tell(self: Executions, done: (outcome: Together) => void): DriverQuery['callback'] {
    return (error) => done(error ? { error, culprit: self.#culpritOf(error) } : { answers: self.#answers });
  }

  #culpritOf(error: Error): number | undefined {
    return error instanceof pg.DatabaseError && this.#completed < this.#parts.length ? this.#completed : undefined;
  }

  /** Presents one part to the driver as its only execution. */
  #take(index: number): void {
    const { name, text, values } = this.#parts[index] as Part;
    this.name = name;
    this.text = text;
    this.values = values;
  }

  /** Checks all statements, because the driver checks only the first. */
  override submit(wire: ConnectionInternals): Error | null {
    const other = this.#parts.find(({ name, text }) => wire.parsedStatements[name] !== text);
    return other ? new Error(`two statements are called ${other.name}`) : super.submit(wire);
  }

  override prepare(wire: ConnectionInternals): void {
    const learned = learnedOn(wire);
    this.#readers = this.#parts.map(({ name }) => learned.get(name) as ReadValue[]);
    const last = this.#parts.length - 1;
    for (let index = 0; index <= last; index++) {
      this.#take(index);
      super.prepare(index < last ? withoutEnd(wire) : withoutDescribing(wire));
    }
    this.#take(0);
  }

  handleDataRow({ fields }: DataRow): void {
    this.#answers[this.#completed]!.rows.push(readRow(fields, this.#readers[this.#completed]!));
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answers[this.#completed]!.command = commandOf(text);
    this.#completed++;
    if (this.#completed < this.#parts.length) this.#take(this.#completed);
  }

  protected override isDone(): boolean {
    return this.#completed === this.#parts.length;
  }

  override handleReadyForQuery(): void {
    super.handleReadyForQuery();
    this.callback(null);
  }
}

interface DataRow {
  fields: (string | null)[];
}

function readRow(fields: (string | null)[], readers: ReadValue[]): Row {
  const row = new Array<unknown>(fields.length);
  for (let index = 0; index < fields.length; index++) {
    const value = fields[index] as string | null;
    row[index] = value === null ? null : readers[index]!(value);
  }
  return row;
}

/** First word of the server's command tag. */
function commandOf(text: string): string {
  return text.slice(0, text.search(/ |$/));
}

const nothing = { value: () => {} };
/** Wrapper of the connection that does not ask for descriptions. */
const withoutDescribing = changed({ describe: nothing });
/** Wrapper that also leaves out the end, for executions that are sent together. */
const withoutEnd = changed({ describe: nothing, sync: nothing });

function changed(changes: PropertyDescriptorMap): (wire: ConnectionInternals) => ConnectionInternals {
  const made = new WeakMap<ConnectionInternals, ConnectionInternals>();
  return (wire) => {
    let one = made.get(wire);
    if (!one) {
      one = Object.create(wire, changes) as ConnectionInternals;
      made.set(wire, one);
    }
    return one;
  };
}

const { BYTEA, INT8, JSON: json, NUMERIC } = pg.types.builtins;
const asText: ReadValue = (value) => value;

/** Reader that returns values of a type as SQLite returns them: numbers for bigint, text for json. */
export function readerOf(type: number, format: 'text' | 'binary' = 'text'): ReadValue {
  if (type === INT8 || type === NUMERIC) return Number;
  if (type === json) return asText;
  if (type === BYTEA || format === 'binary') return pg.types.getTypeParser(type, format as 'text');
  return pg.types.getTypeParser(type, 'text');
}
