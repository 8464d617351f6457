import { describe, expect, it } from 'vitest';
import { denials } from './explanation.tsx';
import { type AccessCheck, remedies, sayRemedy } from './remedy.ts';

const nothing = { operation: null, arguments: {} };

describe('the remedy for a denied call', () => {
  it.each(Object.keys(denials) as AccessCheck[])('is given in sentences if the check of the %s denies the call', (check) => {
    const words = sayRemedy(check, nothing);
    expect(words).toMatch(/^[A-Z].*\.$/);
    expect(words).not.toContain('undefined');
  });

  it('is the operation that allows the call, if there is one', () => {
    expect(sayRemedy('access', { operation: 'create_key', arguments: {} })).toBe('Create a key with write access.');
    expect(sayRemedy('access', nothing)).toBe(`Create a key with write access. ${remedies.otherKey}`);
    expect(sayRemedy('item', { operation: 'share_folder', arguments: { email: 'bob@acme.test' } })).toBe(
      'Share its folder with bob@acme.test.',
    );
    expect(sayRemedy('role', { operation: 'set_person_role', arguments: { email: 'bob@acme.test', role: 'admin' } })).toBe(
      'Change the role of bob@acme.test to admin.',
    );
    expect(sayRemedy('service_tool', { operation: 'switch_service_tool', arguments: {} })).toBe(remedies.turnOn);
  });
});
