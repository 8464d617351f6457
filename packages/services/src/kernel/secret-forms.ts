import { objectOf } from './guards.ts';
/**
 * Returns a secret with its parts that are also secret. Parts are the value after the scheme of a header ("Token …", "Bearer …"), the
 * password in an address or a connection string, decoded basic credentials, and values of cookies and JSON objects.
 */
export function withParts(secret: string): string[] {
  const parts = new Set([secret]);
  for (const part of [...parts].flatMap(partsOf)) {
    parts.add(part);
    // A part may have parts again. Encoded credentials after a scheme are an example.
    for (const inner of partsOf(part)) parts.add(inner);
  }
  return [...parts];
}

function partsOf(secret: string): string[] {
  return [...afterScheme(secret), ...decodedBasic(secret), ...secretsWithin(secret)];
}

/** Secrets within a text that is not a secret as a whole, for example the password in a connection string. */
export function secretsWithin(text: string): string[] {
  return [...passwordOfAddress(text), ...passwordsOfPairs(text), ...valuesOfJson(text)];
}

function afterScheme(text: string): string[] {
  const [, rest] = /^[A-Za-z][\w.-]{0,40}[ =:]\s*(\S.*)$/s.exec(text) ?? [];
  return rest === undefined ? [] : [rest.replace(/^(["'])(.*)\1$/s, '$2')];
}

function passwordOfAddress(text: string): string[] {
  const [, password] = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/]+)@/i.exec(text) ?? [];
  return password === undefined ? [] : [password, decoded(password)];
}

const secretNames = /pass|pwd|secret|token|key|sig|auth|session|sid|credential|cookie/i;

/** Passwords in `Server=x;Password=y`, in cookies, in `user=x password=y` and in the query of an address. */
function passwordsOfPairs(text: string): string[] {
  const found: string[] = [];
  for (const [, name = '', quoted, plain] of text.matchAll(/(?:^|[;&?\s,])([\w .-]{1,60}?)=(?:"([^"]*)"|([^;&\s,]*))/g)) {
    const value = quoted ?? plain ?? '';
    if (secretNames.test(name)) found.push(value, decoded(value));
  }
  return found;
}

function decodedBasic(text: string): string[] {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text)) return [];
  const pair = Buffer.from(text, 'base64').toString();
  const [, password] = /^[\x20-\x7e]{0,200}?:([\x20-\x7e]+)$/.exec(pair) ?? [];
  return password === undefined ? [] : [pair, password];
}

function valuesOfJson(text: string): string[] {
  if (!/^\s*\{/.test(text)) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The text is not JSON, so it has no values.
    return [];
  }
  return Object.entries(objectOf(value) ?? {}).flatMap(([name, inner]) =>
    typeof inner === 'string' && secretNames.test(name) ? [inner] : [],
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text has a percent sign without an escape.
    return text;
  }
}

/**
 * The forms in which services repeat a secret: plain, in JSON, addresses, forms, HTML and hex, in base64, and inside longer base64 text.
 */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inJsonInJson = JSON.stringify(inJson).slice(1, -1);
  const inAddress = encodeURIComponent(secret);
  const inForm = new URLSearchParams([['', secret]]).toString().slice(1);
  return [
    secret,
    inJson,
    inJsonInJson,
    ...[inAddress, inForm, inForm.replaceAll('+', '%20')].flatMap((form) => [form, lowerEscapes(form)]),
    ...[asHtml(secret, '&quot;', '&#39;'), asHtml(secret, '&#34;', '&#x27;')],
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    ...withinBase64(bytes),
  ];
}

function lowerEscapes(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (written) => written.toLowerCase());
}

function asHtml(text: string, quote: string, apostrophe: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', quote).replaceAll("'", apostrophe);
}

/**
 * The part of a secret that shows in the base64 of a longer text, for each of three offsets. Leaves out characters that it shares with its
 * neighbours.
 */
function withinBase64(bytes: Buffer): string[] {
  const found: string[] = [];
  for (const before of [0, 1, 2]) {
    const whole = before + bytes.length;
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((whole * 8) / 6);
    for (const alphabet of ['base64', 'base64url'] as const) found.push(padded.toString(alphabet).slice(from, to));
  }
  return found;
}
