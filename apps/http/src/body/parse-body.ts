import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { type GatewayError, refusal } from '@gatehouse/core';
import { describeJsonFault } from './json-fault.ts';
import { deepestNesting, isNestedTooDeep } from './json-nesting.ts';

/** The JSON value of a body; undefined for an empty one. Throws `malformed_body` (D3): everything that JSON.parse alone would let pass. */
export function parseBody(bytes: Buffer, headers: IncomingHttpHeaders): unknown {
  if (bytes.length === 0) return undefined;
  checkContentHeaders(headers);
  if (!isUtf8(bytes)) throw malformed('is not valid UTF-8; send JSON encoded as UTF-8');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw malformed('begins with a byte order mark (U+FEFF); send JSON without it');
  if (isNestedTooDeep(bytes)) throw malformed(`is nested deeper than ${deepestNesting} levels`);
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(`is not valid JSON: ${describeJsonFault(text)}`);
  }
}

const parameterOfCharset = /;\s*charset\s*=\s*"?([^";\s]*)/i;

function checkContentHeaders(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw malformed(`has Content-Encoding ${JSON.stringify(encoding)}; send it without any`);
  }
  const type = headers['content-type'];
  if (type === 'application/json') return;
  if (type === undefined || !/^application\/json\s*(;|$)/i.test(type)) {
    throw malformed(
      `has ${type === undefined ? 'no Content-Type' : `Content-Type ${JSON.stringify(type)}`}; send "Content-Type: application/json"`,
    );
  }
  const charset = parameterOfCharset.exec(type)?.[1];
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8')
    throw malformed(`is declared as ${JSON.stringify(charset)}; send JSON encoded as UTF-8`);
}

function malformed(what: string): GatewayError {
  return refusal('malformed_body', `the body ${what}`);
}
