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

it('removes what is left of a secret where the text was cut through it', () => {
  const encoded = encodeURIComponent(secret);
  expect(redactor.quote(`the token is ${secret.slice(0, 9)}`)).toBe('the token is [secret removed]');
  expect(redactor.quote(`${encoded.slice(5)} is wrong`)).toBe('[secret removed] is wrong');
  expect(redactor.quote(`the token is ${secret.slice(0, 5)}`)).toBe(`the token is ${secret.slice(0, 5)}`);
  expect(redactor.quote(secret.slice(3))).toBe('[secret removed]');
});

it('removes access tokens that were fetched, the latest of them', () => {
  const learning = createRedactor([secret]);
  const token = (number: number) => `access-token-${number}`;
  learning.learn(token(1));
  expect(learning.text(`${token(1)} and ${secret}`)).toBe('[secret removed] and [secret removed]');
  for (const number of [2, 3, 4, 5]) learning.learn(token(number));
  expect(learning.text(`${token(2)} ${token(5)} ${secret}`)).toBe('[secret removed] [secret removed] [secret removed]');
});

it('takes no time over long secrets and long texts that are nearly alike', () => {
  // Time of this thread, and not of the clock: others may have the processor.
  const began = process.threadCpuUsage();
  createRedactor(['a'.repeat(20_000)]).quote('a'.repeat(16_000));
  createRedactor([`${'a'.repeat(19_999)}b`]).quote(`${'a'.repeat(15_999)}c`);
  const { user, system } = process.threadCpuUsage(began);
  expect(user + system).toBeLessThan(2_000_000);
});
