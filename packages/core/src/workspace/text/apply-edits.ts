import { type EditRefusal, editText, replaceEverywhere } from './edit-text.ts';

export interface TextEdit {
  oldText: string;
  newText: string;
  /** Every place, and not the only one. */
  replaceAll?: boolean | undefined;
}

export type EditsResult = { ok: true; text: string } | { ok: false; reason: EditRefusal | 'too_large'; message: string };

/**
 * Applies each edit to the result of the previous ones, or none at all (D21). Stops before it has searched more than `maxScanned` UTF-16
 * units.
 */
export function applyEdits(text: string, edits: readonly TextEdit[], maxScanned = Number.POSITIVE_INFINITY): EditsResult {
  let current = text;
  let scanned = 0;
  for (const [index, { oldText, newText, replaceAll }] of edits.entries()) {
    scanned += current.length;
    if (index > 0 && scanned > maxScanned) return refuse(index, 'too_large', tooMuch(index));
    const edit = (replaceAll ? replaceEverywhere : editText)({ text: current, oldText, newText });
    if (!edit.ok) return refuse(index, edit.reason, edit.message);
    current = edit.text;
  }
  return { ok: true, text: current };
}

function tooMuch(most: number): string {
  return `a text of this size allows at most ${most} edits per call: send them in several calls.`;
}

function refuse(index: number, reason: EditRefusal | 'too_large', message: string): EditsResult {
  const where = index === 0 ? '' : ' (in the text after the earlier edits)';
  return { ok: false, reason, message: `edits[${index}]${where}: ${message} None of the edits was made.` };
}
