import { isUtf8 } from 'node:buffer';
import { maxNesting } from '@gatehouse/core';
import { parseExactly } from '@gatehouse/domain';
import { malformedBody } from '../malformed-body.ts';
import { cutNesting } from './cut-nesting.ts';
import { describeJsonFault } from './json-fault.ts';

/**
 * The JSON value of a body whose arguments stand below so many levels of a message. Throws `malformed_body` for what is no JSON, and for
 * what `JSON.parse` alone would let pass (D3). Arguments nested too deep are cut one level below what the pipeline takes: it refuses them.
 * Numbers that a double cannot hold stay as they were written.
 */
export function parseJson(bytes: Buffer, levelsAround = 0): unknown {
  if (!isUtf8(bytes)) throw malformedBody('is not valid UTF-8; send JSON encoded as UTF-8');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw malformedBody('begins with a byte order mark (U+FEFF); send JSON without it');
  const text = cutNesting(bytes, levelsAround + maxNesting + 1).toString('utf8');
  try {
    return parseExactly(text);
  } catch {
    throw malformedBody(`is not valid JSON: ${describeJsonFault(text)}`);
  }
}
