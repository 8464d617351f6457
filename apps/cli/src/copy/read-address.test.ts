import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../kernel/faults.ts';
import { readAddress } from './read-address.ts';

describe('the address of a database to copy', () => {
  it('is a file, an address without a password, or a variable with an address', () => {
    expect(readAddress('--from', 'sqlite:data/gatehouse.db', {})).toEqual({ engine: 'sqlite', file: path.resolve('data/gatehouse.db') });
    const url = 'postgres://ada@db.example:5432/gatehouse?sslmode=require';
    expect(readAddress('--to', url, {})).toEqual({ engine: 'postgres', url });
    const secret = 'postgres://ada:hunter2@db.example/gatehouse';
    expect(readAddress('--to', 'env:DATABASE_URL', { DATABASE_URL: secret })).toEqual({ engine: 'postgres', url: secret });
    expect(readAddress('--to', 'env:PLACE', { PLACE: 'sqlite:/a.db' })).toEqual({ engine: 'sqlite', file: path.resolve('/a.db') });
  });

  it.each([
    'postgres://ada:hunter2@db.example/gatehouse',
    'postgresql://:hunter2@/gatehouse',
    'postgres://db.example/gatehouse?user=ada&password=hunter2',
    'postgres://ada:hunter2 [@db.example/gatehouse',
  ])('is refused with a password in it, and the message does not show the password: %s', (given) => {
    expect(faultOf(given, {})).toMatch(/^--to contains a password .* set PGPASSWORD instead, or .* --to env:NAME$/);
    expect(faultOf(given, {})).not.toContain('hunter2');
  });

  it.each([
    ['gatehouse.db', {}, '--to: "gatehouse.db" is not a database; give sqlite:FILE, postgres://USER@HOST/DATABASE or env:NAME'],
    ['sqlite:', {}, '--to: "sqlite:" is not a database; give sqlite:FILE, postgres://USER@HOST/DATABASE or env:NAME'],
    ['env:NONE', {}, '--to env:NONE: the environment variable NONE is not set'],
    ['env:', {}, '--to env:: the environment variable after "env:" is not set'],
    ['env:A', { A: 'hunter2' }, '--to: the value of A is not a database; give sqlite:FILE, postgres://USER@HOST/DATABASE or env:NAME'],
  ])('is explained if it is invalid: %s', (given, environment, message) => {
    expect(faultOf(given, environment)).toBe(message);
  });
});

function faultOf(given: string, environment: NodeJS.ProcessEnv): string {
  try {
    readAddress('--to', given, environment);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'no fault';
}
