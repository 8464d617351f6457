import type { Duplex } from 'node:stream';
import pg from 'pg';

export type Row = unknown[];

export interface Answer {
  rows: Row[];
  command: string;
}

type ReadValue = (value: string) => unknown;

/** What the driver's queries see of a connection, and of what comes back on it. */
interface Wire {
  describe(portal: object): void;
  stream: Duplex;
}

interface RowDescription {
  fields: { dataTypeID: number; format?: 'text' | 'binary' }[];
}

interface DriverQuery {
  name: string | undefined;
  values: unknown[];
  callback: (error: Error | null, answer?: Answer) => void;
  prepare(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

const DriverQuery = pg.Query as unknown as new (text: string) => DriverQuery;

/** How to read the rows of each prepared statement of a connection, learned when it is first executed there. */
const learned = new WeakMap<Wire, Map<string, ReadValue[]>>();

function learnedOn(wire: Wire): Map<string, ReadValue[]> {
  let known = learned.get(wire);
  if (!known) {
    known = new Map();
    learned.set(wire, known);
  }
  return known;
}

/**
 * One execution of a statement. The driver's own query has the server describe its rows at every execution and makes objects
 * of the description: a third of what a small statement costs. Rows of a prepared statement are the same each time.
 */
export class Execution extends DriverQuery {
  #answer: Answer = { rows: [], command: '' };
  #readers: ReadValue[] | undefined;
  #learned: Map<string, ReadValue[]> | undefined;

  /** `done` gets the rows as arrays, their values as the ones SQLite gives: numbers for bigint, text for json. */
  constructor(name: string | undefined, text: string, values: unknown[], done: (error: Error | null, answer?: Answer) => void) {
    super(text);
    this.name = name;
    this.values = values;
    this.callback = done;
  }

  override prepare(wire: Wire): void {
    this.#learned = learnedOn(wire);
    this.#readers = this.name === undefined ? undefined : this.#learned.get(this.name);
    super.prepare(this.#readers ? withoutDescribing(wire) : wire);
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#readers = fields.map(({ dataTypeID, format }) => readerOf(dataTypeID, format));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const readers = this.#readers as ReadValue[];
    const row = new Array<unknown>(fields.length);
    for (let index = 0; index < fields.length; index++) {
      const value = fields[index] as string | null;
      row[index] = value === null ? null : readers[index]!(value);
    }
    this.#answer.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answer.command = text.slice(0, text.search(/ |$/));
    if (this.name !== undefined) this.#learned?.set(this.name, this.#readers ?? []);
  }

  /**
   * An error that is not the server's leaves a gap: a statement whose values cannot be written is not sent, and the commit behind it would
   * be. The connection goes, and its transaction with it.
   */
  override handleError(error: Error, wire: Wire): void {
    if (!(error instanceof pg.DatabaseError)) wire.stream.destroy();
    super.handleError(error, wire);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#answer);
  }
}

const quiet = new WeakMap<Wire, Wire>();

/** The same connection, on which a question for the description is not sent. */
function withoutDescribing(wire: Wire): Wire {
  let silent = quiet.get(wire);
  if (!silent) {
    silent = Object.create(wire, { describe: { value: () => {} } }) as Wire;
    quiet.set(wire, silent);
  }
  return silent;
}

const { BYTEA, INT8, JSON: json, NUMERIC } = pg.types.builtins;
const asText: ReadValue = (value) => value;

/** How a value of this type comes as SQLite would give it: numbers for bigint, text for json. */
export function readerOf(type: number, format: 'text' | 'binary' = 'text'): ReadValue {
  if (type === INT8 || type === NUMERIC) return Number;
  if (type === json) return asText;
  if (type === BYTEA || format === 'binary') return pg.types.getTypeParser(type, format as 'text');
  return pg.types.getTypeParser(type, 'text');
}
