import { leftOutCodes } from '@gatehouse/domain';
import { expect, it } from 'vitest';
import { leftOutReasons, leftOutWords } from './left-out-words.ts';

it('gives one sentence for every reason why something is not a tool, including an unknown code', () => {
  expect(Object.keys(leftOutReasons).toSorted()).toEqual(leftOutCodes.toSorted());
  for (const code of [...leftOutCodes, 'a_code_of_a_later_release', undefined])
    expect(leftOutWords({ code, about: '"rows.yaml"' })).toMatch(/^[A-Z].*\.$/);
  expect(leftOutWords({ code: 'outside_reference', about: '"rows.yaml"' })).toContain('"rows.yaml"');
});
