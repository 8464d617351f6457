import { maxTextBytes } from '@gatehouse/domain';
import type { ItemSort, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type Reason, refusal } from '../../kernel/errors/errors.ts';
import { editText } from '../text/edit-text.ts';
import { readEditableText } from './content.ts';
import { findItemForChange } from './find-item.ts';
import { refuseProtected } from './protected-documents.ts';
import { refuseStale, saveContent } from './save-item.ts';
import { skillDetails } from './skill-text.ts';

export interface EditArguments {
  oldText: string;
  newText: string;
  expectedVersionCount?: number | undefined;
}

/** edit_doc, edit_file and edit_skill: one exact replacement (D21). */
export function editItem(
  context: ToolContext,
  sort: ItemSort,
  id: string,
  { oldText, newText, expectedVersionCount }: EditArguments,
): Op<{ versionCount: number }> {
  return changeText(context, { sort, id }, expectedVersionCount, (text) => editText({ text, oldText, newText }));
}

/** Result of an edit: a new text, or the reason for refusing. */
export type ChangedText = { ok: true; text: string } | { ok: false; reason: Reason; message: string };

/** Changes a text, reading and writing in one transaction (D20). An unchanged text makes no version (D19). */
export function* changeText(
  context: ToolContext,
  { sort, id }: { sort: ItemSort; id: string },
  expectedVersionCount: number | undefined,
  change: (text: string) => ChangedText,
): Op<{ versionCount: number }> {
  const item = yield* findItemForChange(context, sort, id);
  refuseProtected(context.call.tool, item);
  refuseStale(item, expectedVersionCount);
  const text = yield* readEditableText(context, item);
  const changed = change(text);
  if (!changed.ok) throw refusal(changed.reason, changed.message);
  if (changed.text === text) return { versionCount: item.versionCount };
  refuseTooLarge(changed.text, maxTextBytes(item.type));
  const details = item.type === 'skill' ? yield* skillDetails(context, item, changed.text) : {};
  const saved = yield* saveContent(context, item, { content: { text: changed.text }, summary: 'edited', ...details });
  return { versionCount: saved.versionCount };
}

export function refuseTooLarge(text: string, maxBytes: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) throw refusal('too_large', `the text would have ${bytes} bytes; at most ${maxBytes} are allowed here`);
}
