import { isUtf8 } from 'node:buffer';
import { maxNesting } from '@gatehouse/core';
import { parseExactly } from '@gatehouse/domain';
import { malformedBody } from '../malformed-body.ts';
import { cutNesting } from './cut-nesting.ts';
import { describeJsonFault } from './json-fault.ts';

/**
 * Parses a body whose arguments are nested below a number of levels of a message. Throws `malformed_body` for invalid JSON, and for faults
 * that `JSON.parse` alone would accept (D3). Arguments that are too deep are cut one level below the pipeline's limit, so that the pipeline
 * refuses them. Numbers that a double cannot hold stay as written.
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
