import { agentTools, createRegistry, peopleTools } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { checkArgumentBytes, largestArgumentBytes, maximumArgumentBytes } from './argument-sizes.ts';

const mebibyte = 1024 * 1024;
const registry = createRegistry([...agentTools, ...peopleTools]);

describe('the size limit of arguments (D17)', () => {
  it.each([
    ['whoami', 4],
    ['no_such_tool', 4],
    ['constructor', 4],
    ['write_file', 36],
  ])('of %s is %i MiB', (tool, size) => {
    expect(maximumArgumentBytes(registry.named(tool))).toBe(size * mebibyte);
  });

  it('is that of the largest tool for the access level of a key', () => {
    expect([largestArgumentBytes(registry, 'read'), largestArgumentBytes(registry, 'write')]).toEqual([4 * mebibyte, 36 * mebibyte]);
  });

  it('is the last size that is accepted', () => {
    expect(() => checkArgumentBytes(10, 10)).not.toThrow();
    expect(() => checkArgumentBytes(11, 10)).toThrow(expect.objectContaining({ code: 'invalid_request', reason: 'too_large' }));
  });
});
