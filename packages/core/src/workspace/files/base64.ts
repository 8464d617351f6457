export type DecodedBase64 = { ok: true; bytes: Buffer } | { ok: false; reason: 'invalid_argument'; message: string };

/** Decodes standard base64, with or without padding. Refuses all other text. */
export function decodeBase64(text: string, { argument = 'contentBase64' }: { argument?: string } = {}): DecodedBase64 {
  const bytes = Buffer.from(text, 'base64');
  // Node skips unknown characters. Encoding again is exact, and far quicker than checking 33 MB of characters.
  const encoded = bytes.toString('base64');
  if (text === encoded || text === withoutPadding(encoded)) return { ok: true, bytes };
  return { ok: false, reason: 'invalid_argument', message: `${argument} is not standard base64: ${explain(text)}` };
}

function withoutPadding(encoded: string): string {
  if (encoded.endsWith('==')) return encoded.slice(0, -2);
  return encoded.endsWith('=') ? encoded.slice(0, -1) : encoded;
}

function explain(text: string): string {
  if (/^data:[^,]{0,200},/.test(text)) return 'remove the "data:…," before it';
  const space = text.search(/\s/);
  if (space >= 0) return `remove the white space at character ${space + 1}`;
  const stranger = /[^A-Za-z0-9+/=]/u.exec(text);
  if (stranger) return explainStranger(stranger[0], stranger.index + 1);
  const padding = text.indexOf('=');
  const digits = padding < 0 ? text : text.slice(0, padding);
  if (digits.length % 4 === 1) return 'it is cut off, its last group has one character';
  if (padding < 0 || text.slice(padding) === '='.repeat((4 - (digits.length % 4)) % 4)) return trailingBits;
  return `the "=" from character ${padding + 1} on is not the padding that ${digits.length} characters need`;
}

function explainStranger(character: string, position: number): string {
  if (character !== '-' && character !== '_') return `${JSON.stringify(character)} at character ${position} is not in its alphabet`;
  return `"${character}" at character ${position} belongs to the URL-safe alphabet, use "+" and "/"`;
}

const trailingBits = 'its last character has surplus bits, so it was cut off or altered';
