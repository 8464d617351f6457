import { describe, expect, it } from 'vitest';
import { describeJsonFault } from './json-fault.ts';

describe('the place where a text stops being JSON', () => {
  it.each([
    ['', 'line 1, column 1: expected a value, found the end'],
    ['{"a": tru}', 'line 1, column 7: expected a value, found "t"'],
    ['{"a": 1,}', 'line 1, column 9: expected a name in double quotes, found "}"'],
    ["{'a': 1}", `line 1, column 2: expected a name in double quotes, found "'"`],
    ['[1 2]', 'line 1, column 4: expected "," or "]", found "2"'],
    ['{"a" 1}', 'line 1, column 6: expected ":", found "1"'],
    ['{\n  "a": 01\n}', 'line 2, column 9: expected "," or "}", found "1"'],
    ['"a\tb"', 'line 1, column 3: expected no control character in a string (escape it), found "\\t"'],
    ['"a\\x"', 'line 1, column 3: expected an escape sequence of JSON, found "\\\\"'],
    ['"abc', 'line 1, column 5: expected the end of the string that begins with its quote, found the end'],
    ['{} 😀', 'line 1, column 4: expected nothing after the value, found "😀"'],
  ])('is reported for %j: %s', (text, description) => {
    expect(describeJsonFault(text)).toBe(description);
  });

  it('matches the parser if the parser names a place', () => {
    let compared = 0;
    for (const text of damaged('{"a": [1, -2.5e3, true,null], "b\\n\\u00e9": {"c": "x\\"y"},\n "d": "ü"}')) {
      const [, line, column] = /line (\d+) column (\d+)/.exec(messageOfParser(text) ?? '') ?? [];
      if (line === undefined) continue;
      const place = /^line (\d+), column (\d+)/.exec(describeJsonFault(text));
      expect({ text, line: place?.[1] }).toEqual({ text, line });
      // The parser points into a number or an escape sequence, this at its beginning.
      expect(Math.abs(Number(place?.[2]) - Number(column))).toBeLessThanOrEqual(5);
      compared++;
    }
    expect(compared).toBeGreaterThan(500);
  });

  it('is found in a text of megabytes', () => {
    const text = `{"a": "${'\\n'.repeat(4_000_000)}", "b": nothing}`;
    expect(describeJsonFault(text)).toBe('line 1, column 8000016: expected a value, found "n"');
  });
});

function* damaged(text: string): Generator<string> {
  for (let at = 0; at <= text.length; at++) {
    for (const piece of ['', ...'{}[]",:x0.-\\\n ']) {
      yield text.slice(0, at) + piece + text.slice(at);
      yield text.slice(0, at) + piece + text.slice(at + 1);
    }
  }
}

function messageOfParser(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
