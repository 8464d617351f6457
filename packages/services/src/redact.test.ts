import { expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

const secret = 's3cr3t/to"ken+value';
const redactor = createRedactor([secret]);

it('removes a secret in every form services repeat it in (D35)', () => {
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), JSON.stringify(secret)];
  for (const form of forms) expect(redactor.quote(`the token ${form} is wrong`)).toMatch(/^the token "?\[secret removed\]"? is wrong$/);
});

it('removes what looks like a credential, known or not', () => {
  expect(redactor.quote('got Authorization: Bearer abcdef123456')).not.toContain('abcdef123456');
  expect(redactor.quote('at https://user:password@host/')).not.toContain('password');
});

it('cuts to 500 characters on one line', () => {
  const quoted = redactor.quote(`${'line\n'.repeat(500)}`);
  expect(quoted).toHaveLength(500);
  expect(quoted).not.toContain('\n');
});

it('leaves a result without secrets as it is, and removes them anywhere in one that has them (D36)', () => {
  const clean = { content: [{ type: 'text', text: 'ok' }] };
  expect(redactor.value(clean, JSON.stringify(clean))).toBe(clean);
  const leaking = { structuredContent: { headers: { authorization: `Bearer ${secret}` }, [secret]: 1 } };
  expect(JSON.stringify(redactor.value(leaking, JSON.stringify(leaking)))).not.toContain('s3cr3t');
  const nested = { content: [{ type: 'text', text: JSON.stringify({ env: JSON.stringify({ TOKEN: secret }) }) }] };
  expect(JSON.stringify(redactor.value(nested, JSON.stringify(nested)))).not.toContain('s3cr3t');
});
