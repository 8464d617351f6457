import { expect, it } from 'vitest';
import { continueTrace } from './trace.ts';

const id = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each([
  [`00-${id}-00f067aa0ba902b7-01`, '01'],
  [`00-${id}-00f067aa0ba902b7-00`, '00'],
  [`00-${id}-00f067aa0ba902b7-03`, '03'],
  [`cc-${id}-00f067aa0ba902b7-ff-what-will-be`, '03'],
])('the trace of %s continues with a new span each time (D14)', (given, flags) => {
  const [first, second] = [continueTrace(given), continueTrace(given)];
  for (const continued of [first, second]) expect(continued).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-${flags}$`));
  expect(new Set([first.slice(36, 52), second.slice(36, 52), '00f067aa0ba902b7'])).toHaveLength(3);
});
