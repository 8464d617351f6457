/** A message: one line of JSON, followed by `sizeBytes` bytes. */
export interface Message<Head> {
  head: Head;
  body: Buffer;
}

const newline = 0x0a;
const maxHeadBytes = 4096;

/** Builds messages from the pieces of a stream. Throws for a message longer than `maxBytes`. */
export function createMessageReader<Head extends { sizeBytes: number }>(
  maxBytes: number,
  take: (message: Message<Head>) => void,
): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let head: Head | undefined;

  /** False while the line is incomplete. */
  function readHead(): boolean {
    const all = Buffer.concat(pieces);
    const end = all.indexOf(newline);
    pieces = [all];
    if (end === -1) {
      if (length > maxHeadBytes) throw new Error('a message has no head');
      return false;
    }
    head = JSON.parse(all.toString('utf8', 0, end)) as Head;
    if (!(head.sizeBytes >= 0 && head.sizeBytes <= maxBytes)) throw new Error(`a message has ${head.sizeBytes} bytes`);
    pieces = [all.subarray(end + 1)];
    length -= end + 1;
    return true;
  }

  return (piece) => {
    pieces.push(piece);
    length += piece.length;
    // One piece can complete several messages.
    while (length > 0 || head) {
      if (!head && !readHead()) return;
      if (!head || length < head.sizeBytes) return;
      const all = Buffer.concat(pieces);
      const message = { head, body: all.subarray(0, head.sizeBytes) };
      pieces = [all.subarray(head.sizeBytes)];
      length -= head.sizeBytes;
      head = undefined;
      take(message);
    }
  };
}
