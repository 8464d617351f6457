import { expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

const secret = 's3cr3t/to"ken+value';
const redactor = createRedactor([secret]);

it('removes a secret in every form in which services repeat it (D35)', () => {
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), JSON.stringify(secret)];
  for (const form of forms) expect(redactor.quote(`the token ${form} is wrong`)).toMatch(/^the token "?\[secret removed\]"? is wrong$/);
});

const parted: [what: string, secret: string, part: string][] = [
  ['what follows the scheme of a header', 'Token abcdef-123', 'abcdef-123'],
  ['what follows a scheme with a sign', 'GenieKey: abcdef-123', 'abcdef-123'],
  ['the parameter of a header', 'token="abcdef-123"', 'abcdef-123'],
  ['the password of an address', 'postgres://ada:pa%24%24-word1@db.internal:5432/app?sslmode=require', 'pa%24%24-word1'],
  ['that password decoded', 'postgres://ada:pa%24%24-word1@db.internal:5432/app?sslmode=require', 'pa$$-word1'],
  ['the password of a connection string', 'Server=db;User Id=ada;Password=pass-word1;Encrypt=true', 'pass-word1'],
  ['the password of a list of words', 'host=db user=ada password=pass-word1 dbname=app', 'pass-word1'],
  ['a signature in an address', 'https://store.example/box?sv=2024&sig=abc%2Fdef123', 'abc/def123'],
  ['a cookie', 'theme=dark; session_id=abcdef-123; lang=en', 'abcdef-123'],
  ['what is encoded for basic access', `Basic ${Buffer.from('ada:pass-word1').toString('base64')}`, 'pass-word1'],
  ['a field of a key file', JSON.stringify({ type: 'service', private_key: '-----BEGIN\nabcdef123\n' }), '-----BEGIN\nabcdef123\n'],
];

it.each(parted)('removes %s, in all forms', (_what, whole, part) => {
  const { text } = createRedactor([whole]);
  for (const form of [part, encodeURIComponent(part), Buffer.from(part).toString('base64'), Buffer.from(part).toString('hex')])
    expect(text(`it is (${form})`)).toBe('it is ([secret removed])');
});

it('leaves names, hosts and databases of a connection string', () => {
  const { text } = createRedactor(['postgres://ada-lovelace:pass-word1@database.internal:5432/application']);
  expect(text('ada-lovelace at database.internal has no application')).toBe('ada-lovelace at database.internal has no application');
});

it.each([0, 1, 2, 3])('removes a secret from the base64 of a longer text, %i bytes in', (before) => {
  for (const alphabet of ['base64', 'base64url'] as const) {
    const encoded = Buffer.from(`${'x'.repeat(before)}${secret}:and more`).toString(alphabet);
    const shown = redactor.text(encoded);
    expect(shown).toContain('[secret removed]');
    expect(Buffer.from(shown.replaceAll('[secret removed]', ''), alphabet).toString('latin1')).not.toMatch(/3cr3t|oken/);
  }
});

it.each([
  ['small letters in escapes', (text: string) => encodeURIComponent(text).replaceAll(/%../g, (written) => written.toLowerCase())],
  ['a form', (text: string) => new URLSearchParams({ a: text }).toString().slice(2)],
  ['HTML', (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
  ['hex of capitals', (text: string) => Buffer.from(text).toString('hex').toUpperCase()],
])('removes a secret that was written as %s', (_what, write) => {
  const odd = 'a secret/with "all" & (more)';
  expect(createRedactor([odd]).text(`<${write(odd)}>`)).toBe('<[secret removed]>');
});

it('removes text that looks like a credential, known or not', () => {
  expect(redactor.quote('got Authorization: Bearer abcdef123456')).not.toContain('abcdef123456');
  expect(redactor.quote('at https://user:password@host/')).not.toContain('password');
});

it('cuts to 500 characters on one line', () => {
  const quoted = redactor.quote(`${'line\n'.repeat(500)}`);
  expect(quoted).toHaveLength(500);
  expect(quoted).not.toContain('\n');
});

it('leaves a result without secrets unchanged, and removes secrets anywhere in others (D36)', () => {
  const clean = { content: [{ type: 'text', text: 'ok' }] };
  expect(redactor.value(clean, JSON.stringify(clean))).toBe(clean);
  const leaking = { structuredContent: { headers: { authorization: `Bearer ${secret}` }, [secret]: 1 } };
  expect(JSON.stringify(redactor.value(leaking, JSON.stringify(leaking)))).not.toContain('s3cr3t');
  const nested = { content: [{ type: 'text', text: JSON.stringify({ env: JSON.stringify({ TOKEN: secret }) }) }] };
  expect(JSON.stringify(redactor.value(nested, JSON.stringify(nested)))).not.toContain('s3cr3t');
});

it('removes the rest of a secret if the text was cut inside it', () => {
  const encoded = encodeURIComponent(secret);
  expect(redactor.quote(`the token is ${secret.slice(0, 9)}`)).toBe('the token is [secret removed]');
  expect(redactor.quote(`${encoded.slice(5)} is wrong`)).toBe('[secret removed] is wrong');
  expect(redactor.quote(`the token is ${secret.slice(0, 5)}`)).toBe(`the token is ${secret.slice(0, 5)}`);
  expect(redactor.quote(secret.slice(3))).toBe('[secret removed]');
});

it('removes fetched access tokens, of which it keeps the latest', () => {
  const learning = createRedactor([secret]);
  const token = (number: number) => `access-token-${number}`;
  learning.learn(token(1));
  expect(learning.text(`${token(1)} and ${secret}`)).toBe('[secret removed] and [secret removed]');
  for (const number of [2, 3, 4, 5]) learning.learn(token(number));
  expect(learning.text(`${token(2)} ${token(5)} ${secret}`)).toBe('[secret removed] [secret removed] [secret removed]');
});

it('removes passwords from addresses, and reads only the beginning of a long text', () => {
  const redactor = createRedactor([]);
  expect(redactor.quote('at //me:pass:word@host and //:word@host')).toBe('at //[secret removed]@host and //[secret removed]@host');
  const began = process.threadCpuUsage();
  expect(redactor.quote(`//${':'.repeat(4 * 1024 * 1024)}`)).toHaveLength(500);
  const { user, system } = process.threadCpuUsage(began);
  expect(user + system).toBeLessThan(500_000);
});

it('takes little time over long secrets and long texts that are nearly equal', () => {
  // Time of this thread, and not of the clock: others may have the processor.
  const began = process.threadCpuUsage();
  createRedactor(['a'.repeat(20_000)]).quote('a'.repeat(16_000));
  createRedactor([`${'a'.repeat(19_999)}b`]).quote(`${'a'.repeat(15_999)}c`);
  const { user, system } = process.threadCpuUsage(began);
  expect(user + system).toBeLessThan(2_000_000);
});
