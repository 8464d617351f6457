import type { IncomingHttpHeaders } from 'node:http';
import { malformedBody } from './malformed-body.ts';

const json = /^application\/json\s*(;|$)/i;
const charsetOf = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const utf8 = /^utf-?8$/i;

/** Throws `malformed_body` for a body that says it is anything but plain JSON in UTF-8. */
export function checkContentHeaders(headers: Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding'>): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity')
    throw malformedBody(`has Content-Encoding ${JSON.stringify(encoding)}; send it without any`);
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
