import { maxFileBytes } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { expectedVersionCount } from '../../kernel/schema/schema.ts';
import { versionCountOnly } from '../../kernel/schema/shapes.ts';
import { changeText } from '../items/edit-item.ts';
import { namedItem } from '../items/find-item.ts';
import { itemArguments } from '../items/item-fields.ts';
import { applyEdits as applyToText } from '../text/apply-edits.ts';

/** Maximum text that a call searches: as much as a find in the largest file. */
const maxScanned = maxFileBytes;

export const applyEdits = defineTool({
  name: 'apply_edits',
  title: 'Apply several edits',
  description: 'Make up to 50 edits, in order and each like edit_doc, in a document, text file or skill: all or none, as one version.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({
    ...itemArguments(),
    edits: z
      .array(
        named(
          'TextEdit',
          'A text to replace, and its replacement.',
          z.strictObject({ oldText: z.string(), newText: z.string(), replaceAll: z.boolean().optional().describe('all matches') }),
        ),
      )
      .min(1)
      .max(50),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: versionCountOnly,
  example: {
    input: {
      docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
      edits: [
        { oldText: 'Faster search', newText: 'Search is twice as fast' },
        { oldText: 'twice', newText: 'three times' },
      ],
    },
    output: { versionCount: 5 },
  },
  *run(context, { docId, fileId, edits, expectedVersionCount }) {
    return yield* changeText(context, namedItem({ docId, fileId }), expectedVersionCount, (text) => applyToText(text, edits, maxScanned));
  },
});
