/** Splits a stream of bytes into lines. If a line exceeds `maxBytes`, it calls `onTooLong` once and reads no further. */
export function createLineReader(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let held = 0;
  let stopped = false;

  return (chunk) => {
    let rest = chunk;
    while (!stopped) {
      const end = rest.indexOf(10);
      const part = end === -1 ? rest : rest.subarray(0, end);
      held += part.length;
      if (held > maxBytes) {
        stopped = true;
        parts = [];
        return onTooLong();
      }
      parts.push(part);
      if (end === -1) return;
      const line = Buffer.concat(parts).toString('utf8').trim();
      parts = [];
      held = 0;
      rest = rest.subarray(end + 1);
      if (line) onLine(line);
    }
  };
}
