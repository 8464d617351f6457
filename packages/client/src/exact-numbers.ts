/**
 * Parses JSON like `JSON.parse`, but returns a number that JavaScript would change as a string, exactly as written. An identifier of 19
 * digits thus keeps all its digits. The gateway accepts such a string for an integer of a service.
 */
export function parseAsWritten(json: string): unknown {
  return JSON.parse(mayHoldLarge.test(json) ? quoteLarge(json) : json);
}

const mayHoldLarge = /\d{16}|\d[eE]/;
const quote = 0x22;
const minus = 0x2d;

function quoteLarge(json: string): string {
  const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === minus || (code >= 0x30 && code <= 0x39)) {
      number.lastIndex = at;
      const written = number.exec(json)?.[0] ?? '';
      if (isChanged(written)) {
        parts.push(json.slice(copied, at), `"${written}"`);
        copied = at + written.length;
      }
      at += Math.max(1, written.length) - 1;
    }
  }
  return parts.join('') + json.slice(copied);
}

/** The index of the quote that ends a string, or the length if none does. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

function isChanged(written: string): boolean {
  const number = Number(written);
  if (number === 0) return /^[^eE]*[1-9]/.test(written);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return false;
  return !Number.isFinite(number) || wholeOf(written) !== BigInt(number);
}

/** Undefined for a fraction, and for more digits than a double can have. */
function wholeOf(written: string): bigint | undefined {
  const [, sign = '', before = '', behind = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(written) ?? [];
  const zeros = Number(exponent) - behind.length;
  return zeros < 0 || before.length + zeros > 400 ? undefined : BigInt(sign + before + behind + '0'.repeat(zeros));
}
