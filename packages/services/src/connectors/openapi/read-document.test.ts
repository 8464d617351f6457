import { describe, expect, it } from 'vitest';
import { readDocument } from './read-document.ts';

const paths = { '/x': { get: {} } };

describe('a document', () => {
  it.each([
    ['openapi: 3.0\npaths: { /x: {} }', '3.0'],
    ['openapi: 3.1\npaths: { /x: {} }', '3.1'],
    ['openapi: 3\npaths: { /x: {} }', '3.0'],
    [JSON.stringify({ openapi: '3.0.3', paths }), '3.0'],
    [JSON.stringify({ openapi: ' 3.1.1 ', paths }), '3.1'],
    [JSON.stringify({ openapi: '3.2.0', paths }), '3.1'],
    [JSON.stringify({ swagger: '2.0', paths }), '2.0'],
    [`\uFEFF${JSON.stringify({ openapi: '3.1.0', paths })}`, '3.1'],
  ])('%j is read with the rules of %s', (text, dialect) => {
    expect(readDocument(text).dialect).toBe(dialect);
  });

  it.each([
    ['a page', '<html></html>', 'it is not an object'],
    ['a list', '[1]', 'it is not an object'],
    ['an object', '{"paths":{}}', 'the field "openapi" or "swagger" is missing'],
    ['of another version', JSON.stringify({ openapi: '4.0.0', paths }), 'version "4.0.0" is not supported'],
    ['of a version in the wrong field', JSON.stringify({ swagger: '3.0', paths }), 'version "3.0" is not supported'],
    ['of the old version in the new field', JSON.stringify({ openapi: '2.0', paths }), 'version "2.0" is not supported'],
    ['without paths', '{"openapi":"3.1.0","paths":{}}', 'it describes no paths'],
    ['half a document', '{"openapi":', 'JSON'],
    ['nested without end', Array.from({ length: 4000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), 'it is nested too deeply'],
  ])('that is %s describes no API', (_what, text, why) => {
    expect(() => readDocument(text)).toThrow(why);
  });
});
