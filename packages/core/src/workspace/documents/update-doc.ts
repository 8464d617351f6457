import { maxDocumentBytes, maxSummary } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { expectedVersionCount, identifier, name } from '../../kernel/schema/schema.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { findItemForChange } from '../items/find-item.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { holdsContent, refuseStale, saveContent } from '../items/save-item.ts';

export const updateDoc = defineTool({
  name: 'update_doc',
  title: 'Replace document body',
  description: 'Replace the whole body of a document; records a restorable version. For partial changes use edit_doc.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    docId: identifier('from list_docs or search'),
    bodyMarkdown: z.string().describe('the full new body, up to 1 MiB'),
    changeSummary: name(maxSummary, 'one line: what changed and why'),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: z.object({ ok: z.literal(true), noop: z.boolean(), versionCount: z.int() }),
  example: {
    input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', bodyMarkdown: '# 2.2\n', changeSummary: 'Start the notes of 2.2' },
    output: { ok: true, noop: false, versionCount: 5 },
  },
  *run(context, { docId, bodyMarkdown, changeSummary, expectedVersionCount }) {
    const doc = yield* findItemForChange(context, 'doc', docId);
    refuseProtected(context.call.tool, doc);
    refuseTooLarge(bodyMarkdown, maxDocumentBytes);
    const content = { text: bodyMarkdown };
    if (holdsContent(doc, content)) return { ok: true as const, noop: true, versionCount: doc.versionCount };
    refuseStale(doc, expectedVersionCount);
    const saved = yield* saveContent(context, doc, { content, summary: changeSummary });
    return { ok: true as const, noop: false, versionCount: saved.versionCount };
  },
});
