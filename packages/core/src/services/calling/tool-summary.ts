import type { Foreign } from '@gatehouse/domain';

/** Maximum bytes of a tool in a listing. A page of 50 then costs a model at most 3,000 tokens. */
const maxBytes = 232;
/** Minimum bytes of a description: it must still distinguish one tool from another. */
const leastDescription = 24;

/** Maximum letters of a description that a listing reads. */
const maxRead = 1000;

/** Summary of a tool for a listing: the first sentence of its description, cut to the room that its other fields leave. */
export function summaryOf<Row extends object>(row: Row, description: Foreign): Row & { description: string } {
  const room = maxBytes - Buffer.byteLength(JSON.stringify({ ...row, description: '' }));
  return { ...row, description: cutTo(firstSentence(description), Math.max(leastDescription, room)) };
}

function firstSentence(text: string): string {
  const line = text.trimStart().slice(0, maxRead).toWellFormed().replaceAll(/\s+/g, ' ').trim();
  // A point within a word, a number or an abbreviation such as "e.g." does not end a sentence.
  const end = /(?:\p{L}{3}|[\d)])[^\s\p{L}]{0,8}[.!?](?= ["'(]?\p{Lu})/u.exec(line);
  return end ? line.slice(0, end.index + end[0].length) : line;
}

/** Cuts a text to a number of bytes, measured as JSON. */
function cutTo(text: string, bytes: number): string {
  const size = (part: string) => Buffer.byteLength(JSON.stringify(part)) - 2;
  if (size(text) <= bytes) return text;
  let cut = text.slice(0, bytes).toWellFormed();
  while (size(cut) > bytes - 3) cut = cut.slice(0, -Math.max(1, Math.floor((size(cut) - bytes + 3) / 6)));
  return `${cut.replace(/\s\S{0,12}$/, '').toWellFormed()}…`;
}
