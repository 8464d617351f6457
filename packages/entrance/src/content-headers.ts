import type { IncomingMessage } from 'node:http';
import { malformedBody } from './malformed-body.ts';

const contentType = 'content-type';
const json = /^application\/json\s*(;|$)/i;
const charsetOf = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const utf8 = /^utf-?8$/i;

/** Throws `malformed_body` unless the headers declare plain JSON in UTF-8. */
export function checkContentHeaders({ headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): void {
  if (isRepeated(rawHeaders)) throw malformedBody('has more than one Content-Type header; send exactly one');
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity')
    throw malformedBody(`has Content-Encoding ${JSON.stringify(encoding)}; send it without encoding`);
  const type = headers['content-type'];
  if (type === 'application/json') return;
  if (type === undefined || !json.test(type)) {
    const found = type === undefined ? 'no Content-Type' : `Content-Type ${JSON.stringify(type)}`;
    throw malformedBody(`has ${found}; send "Content-Type: application/json"`);
  }
  const charset = charsetOf.exec(type)?.[1];
  if (charset !== undefined && !utf8.test(charset))
    throw malformedBody(`is declared as ${JSON.stringify(charset)}; send JSON encoded as UTF-8`);
}

/** Node keeps the first Content-Type and drops the rest, so the intended one is unknown. */
function isRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === contentType.length && name.toLowerCase() === contentType) count++;
  }
  return count > 1;
}
