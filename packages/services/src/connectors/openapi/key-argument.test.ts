import { describe, expect, it } from 'vitest';
import { keyArgument } from './key-argument.ts';
import { readOperations } from './operations.ts';
import { readDocument } from './read-document.ts';

describe('the argument for an idempotency key', () => {
  const argumentOf = (...parameters: object[]) => {
    const document = { openapi: '3.1.0', paths: { '/payments': { post: { parameters } } } };
    const [tool] = readOperations(readDocument(JSON.stringify(document)));
    if (!tool || 'reason' in tool) throw new Error('the document has no operation');
    return keyArgument(tool);
  };

  it.each(['Idempotency-Key', 'idempotency-key', 'IDEMPOTENCY-KEY'])('is the argument of the header %s', (name) => {
    expect(argumentOf({ name, in: 'header', required: true, schema: { type: 'string' } })).toBe(name);
  });

  it('has another name if a path or query parameter has this one', () => {
    const query = { name: 'Idempotency-Key', in: 'query', schema: {} };
    expect(argumentOf(query, { ...query, in: 'header' })).toBe('header_Idempotency-Key');
    expect(argumentOf(query)).toBeUndefined();
  });

  it('does not exist for other headers, or for tools of MCP servers', () => {
    expect(argumentOf({ name: 'X-Request-Id', in: 'header', schema: {} })).toBeUndefined();
    expect(keyArgument({ binding: null })).toBeUndefined();
  });
});
