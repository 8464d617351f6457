import { GatewayError, internalError, refusal } from '@gatehouse/core';
import { MigrationError } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { asTyped } from '../terminal/as-typed.ts';
import { CommandError, describeFault, UsageError } from './faults.ts';

const withCode = (code: string, path?: string) => Object.assign(new Error(`${code}: raw words\n    at somewhere`), { code, path });

describe('describeFault', () => {
  it.each([
    [new UsageError('wrong flag'), { code: 'invalid_usage', message: 'wrong flag', exitCode: 2 }],
    [new CommandError('port taken'), { code: 'failed', message: 'port taken', exitCode: 1 }],
    [new MigrationError('newer'), { code: 'failed', message: 'newer', exitCode: 1 }],
    [new GatewayError('forbidden', 'no'), { code: 'forbidden', message: 'no', reason: undefined, exitCode: 1 }],
    [refusal('invalid_argument', 'bad'), { code: 'invalid_request', message: 'bad', reason: 'invalid_argument', exitCode: 2 }],
  ])('%s', (error, fault) => {
    expect(describeFault(error)).toEqual(fault);
  });

  it('names commands in place of the tools in a message', () => {
    const { message } = describeFault(refusal('no_such_item', 'nobody; list_people shows all people, read_doc reads'));
    expect(message).toBe('nobody; "gatehouse people list" shows all people, read_doc reads');
    expect(asTyped(message, { npm_lifecycle_event: 'gatehouse' })).toContain('"npx -y pnpm@12 gatehouse people list"');
    expect(asTyped(message, {})).toBe(message);
  });

  it.each([
    [withCode('SQLITE_CORRUPT_VTAB'), /database is damaged.*"gatehouse verify"/],
    [withCode('SQLITE_NOTADB'), /database is damaged/],
    [withCode('SQLITE_FULL'), /disk is full/],
    [withCode('SQLITE_READONLY_DBMOVED'), /cannot be written to/],
    [withCode('SQLITE_IOERR_READ'), /disk reports an error/],
    [withCode('ENOENT', '/x/y'), /^\/x\/y does not exist: check the path$/],
    [withCode('ENOSPC', '/x/y'), /disk is full/],
    [withCode('53100'), /disk of Postgres is full/],
    [withCode('57P01'), /connection to Postgres was lost/],
    [withCode('XX001'), /Postgres database is damaged.*"gatehouse verify"/],
  ])('advises what to do about %s, also if the gateway met the error', (error, message) => {
    expect(describeFault(error)).toMatchObject({ code: 'failed', message: expect.stringMatching(message), exitCode: 1 });
    expect(describeFault(internalError(error, 'req_1'))).toEqual(describeFault(error));
  });

  it('shows one line of an unexpected error, and how to see more', () => {
    expect(describeFault(new TypeError('x is not a function\n    at y'))).toEqual({
      code: 'unexpected',
      message: 'unexpected failure: x is not a function; set GATEHOUSE_LOG=debug to see where it happened',
      exitCode: 1,
    });
    expect(describeFault('text').message).toContain('unexpected failure: text');
  });
});
