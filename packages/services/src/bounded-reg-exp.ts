import { createContext, Script } from 'node:vm';

const patienceMs = 50;

interface Pattern {
  test(text: string): boolean;
}

/**
 * Regular expressions of foreign schemas. One that could take exponential time runs under a time limit, after which the text counts
 * as not matching: a service must not be able to stop the gateway with a pattern.
 */
export function boundedRegExp(source: string, flags: string): Pattern {
  const pattern = new RegExp(source, flags);
  return isHarmless(source) ? pattern : { test: (text) => testWithin(pattern, text) };
}
// What ajv would write into standalone code, which is never made here.
boundedRegExp.code = 'new RegExp';

/** At most one quantifier without an end, and none after a group: linear for anchored and quadratic for other patterns, at worst. */
function isHarmless(source: string): boolean {
  const plain = source.replaceAll(/\\./gs, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const endless = plain.match(/[*+]|\{\d*,\}/g) ?? [];
  return endless.length <= 1 && !/\)[*+?{]/.test(plain) && !plain.includes('|');
}

const script = new Script('pattern.test(text)');
const room = createContext({ pattern: /^/, text: '' });

function testWithin(pattern: RegExp, text: string): boolean {
  room.pattern = pattern;
  room.text = text;
  try {
    return script.runInContext(room, { timeout: patienceMs }) as boolean;
  } catch (error) {
    // The error may come from the room, whose Error is another one.
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    room.text = '';
  }
}
