import { maxDocumentBytes } from '@gatehouse/domain';
import type { ListedVersion, Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, identifier } from '../../kernel/schema/schema.ts';
import { versionCountOnly } from '../../kernel/schema/shapes.ts';
import { readEditableText } from '../items/content.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { findItemForChange } from '../items/find-item.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseStale, saveContent } from '../items/save-item.ts';

const summary = 'appended';
/** Newest versions that are searched for an append with a lost answer. */
const maxLookedThrough = 20;

export const appendDoc = defineTool({
  name: 'append_doc',
  title: 'Append to document',
  description: 'Add text at the very end of a document, exactly as given: begin it with a line break to start a new line.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    docId: identifier('from list_docs or search'),
    text: z.string().describe('text to add'),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: versionCountOnly,
  example: { input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', text: '\n- New importer\n' }, output: { versionCount: 6 } },
  *run(context, { docId, text, expectedVersionCount }) {
    const doc = yield* findItemForChange(context, 'doc', docId);
    refuseProtected(context.call.tool, doc);
    if (text === '') throw refusal('nothing_to_change', 'argument "text" is empty: there is nothing to add');
    const before = yield* readEditableText(context, doc);
    if (expectedVersionCount !== undefined && before.endsWith(text)) yield* refuseRepeated(context, doc, expectedVersionCount);
    refuseStale(doc, expectedVersionCount);
    const body = before + text;
    refuseTooLarge(body, maxDocumentBytes);
    const saved = yield* saveContent(context, doc, { content: { text: body }, summary });
    return { versionCount: saved.versionCount };
  },
});

/** Reports an append whose answer was lost: this key has made it since the version that it expects. // D20 */
function* refuseRepeated({ store, call: { attribution } }: ToolContext, doc: VisibleItem, expectedVersionCount: number): Op<void> {
  if (expectedVersionCount >= doc.versionCount) return;
  const versions = yield* store.versions.list(doc.orgId, doc.id, Math.min(maxLookedThrough, doc.versionCount - expectedVersionCount));
  const isOurs = (version: ListedVersion) =>
    version.summary === summary && version.keyId === attribution.keyId && version.personId === attribution.personId;
  const made = versions.find(isOurs);
  if (!made) return;
  throw refusal(
    'stale_version',
    `this text is already at the end: this key appended it as version ${made.number}. Do not append it again; if you want it twice, give expectedVersionCount ${doc.versionCount}`,
  );
}
