import { expect, it } from 'vitest';
import { noteWords } from './note-words.ts';

it('explains the status of a service in words for people, never with the text for models', () => {
  const note = 'refused the credentials of this connection (HTTP 401); ask a manager of the connection to renew them: expired';
  expect(noteWords('needs_attention', note)).toBe(
    'The service rejected the credentials. Enter new ones under Settings. It answered with HTTP 401.',
  );
  expect(noteWords('unreachable', 'cannot be reached; check its address, or try again later')).toBe(
    "Can't reach the service. Check its address, or try again later.",
  );
});
