import { z } from 'zod';
import { refuseProtected } from '../documents/protected-documents.ts';
import { refusal } from '../errors.ts';
import { readEditableText } from '../items/content.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { findItemForChange } from '../items/find-item.ts';
import { maximumDocumentBytes } from '../items/limits.ts';
import { saveContent } from '../items/save-item.ts';
import { versionCountOnly } from '../items/shapes.ts';
import { identifier } from '../schema.ts';
import { defineTool } from '../tool.ts';

export const appendDoc = defineTool({
  name: 'append_doc',
  title: 'Append to document',
  description: 'Add text at the very end of a document, exactly as given: begin it with a line break to start a new line.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    docId: identifier('from list_docs or search'),
    text: z.string().describe('what to add'),
  }),
  output: versionCountOnly,
  example: { input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', text: '\n- New importer\n' }, output: { versionCount: 6 } },
  *run(context, { docId, text }) {
    const doc = yield* findItemForChange(context, 'doc', docId);
    refuseProtected(context.tool, doc);
    if (text === '') throw refusal('nothing_to_change', 'argument "text" is empty: nothing would be added');
    const body = (yield* readEditableText(context, doc)) + text;
    refuseTooLarge(body, maximumDocumentBytes);
    const saved = yield* saveContent(context, doc, { content: { text: body }, summary: 'appended' });
    return { versionCount: saved.versionCount };
  },
});
