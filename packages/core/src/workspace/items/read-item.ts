import { durationWords, fileKinds, itemTypes, maxDocumentBytes, textFailureReasons, textStates } from '@gatehouse/domain';
import type { Op, PastItem, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { asOf, checkAsOf } from '../../kernel/context/as-of.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { downloadAddress, downloadMs } from '../files/download-address.ts';
import { findVersion, textOfVersion } from './content.ts';
import { extractedText } from './extracted-text.ts';
import { findItem, findPastItem } from './find-item.ts';
import { folderFields, folderShape, pastFolderFields } from './item-fields.ts';
import { isChangeablePlace } from './read-only-places.ts';
import { reviewedField, reviewedShape } from './read-reviewed.ts';

export const readItem = defineTool({
  name: 'read_item',
  title: 'Read item',
  description: `Read a document, file or skill, or one of its versions: its fields, its text up to 1 MiB, and a download URL that works for ${durationWords(downloadMs)}.`,
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    itemId: identifier('a document, file or skill'),
    version: z.int().min(1).optional().describe('older version (default: the newest)'),
    includeText: z.boolean().default(true).describe('false returns only the fields'),
    includeExtracted: z.boolean().default(false).describe('true also returns text extracted from the newest version of a file'),
    asOf,
  }),
  output: z.object({
    id: z.string(),
    type: z.enum(itemTypes),
    name: z.string(),
    version: z.int(),
    versionCount: z.int(),
    kind: z.enum(fileKinds),
    mimeType: z.string(),
    sizeBytes: z.int(),
    text: z.string().nullable(),
    extracted: z
      .object({
        state: z.enum(textStates),
        reason: z.enum(textFailureReasons).nullable(),
        text: z.string().nullable().describe('null if there is none, or more than 1 MiB'),
      })
      .optional(),
    downloadUrl: z.string().nullable(),
    tags: z.array(z.string()),
    description: z.string().nullable(),
    isSystem: z.boolean(),
    isAgentMemory: z.boolean(),
    ...reviewedShape,
    canWrite: z.boolean().describe('false in a folder that is shared with the caller for reading'),
    ...folderShape,
    lastChange: z.string(),
    createdAt: time,
    updatedAt: time,
  }),
  example: {
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
      type: 'doc',
      name: 'Release notes',
      version: 4,
      versionCount: 4,
      kind: 'text',
      mimeType: 'text/markdown',
      sizeBytes: 22,
      text: '# 2.1\n\n- Faster search\n',
      downloadUrl: 'https://gatehouse.example/v1/downloads/AbCd',
      tags: [],
      description: null,
      isSystem: false,
      isAgentMemory: false,
      canWrite: true,
      folderId: null,
      lastChange: 'edited',
      createdAt: 1_763_000_000_000,
      updatedAt: 1_763_600_000_000,
    },
  },
  *run(context, { itemId, version, includeText, includeExtracted, asOf }) {
    const { past: item, current, review } = yield* findRead(context, itemId, asOf);
    const shown = yield* findVersion(context, item, version ?? item.versionCount);
    const { kind, mimeType, sizeBytes, number } = shown;
    const isInline = includeText && (kind === 'text' || kind === 'skill') && sizeBytes <= maxDocumentBytes;
    return {
      id: item.id,
      type: item.type,
      name: item.name,
      version: number,
      versionCount: item.versionCount,
      kind,
      mimeType,
      sizeBytes,
      text: isInline ? yield* textOfVersion(context, current, shown) : null,
      ...(includeExtracted && number === current.versionCount && (yield* extractedOf(context, current))),
      // Items in the trash cannot be downloaded.
      downloadUrl: current.deletedAt === null ? downloadAddress(context, current, number) : null,
      tags: item.tags,
      description: item.description,
      isSystem: item.isSystem,
      isAgentMemory: item.isAgentMemory,
      ...review,
      canWrite: yield* isChangeablePlace(context, current.folderId),
      ...(asOf === undefined ? folderFields(item) : pastFolderFields(item)),
      lastChange: item.lastChange,
      createdAt: item.createdAt,
      updatedAt: item.updatedAt,
    };
  },
});

/** Extracted text of a file, and its state. // D75 */
function* extractedOf(context: ToolContext, item: VisibleItem): Op<object> {
  const extracted = yield* extractedText(context, item, maxDocumentBytes);
  if (!extracted) return {};
  const { state, reason, text } = extracted;
  return { extracted: { state, reason, text } };
}

/** An item as it is, or as it was (D67). Changes that wait now are not part of an earlier state. */
function* findRead(
  context: ToolContext,
  itemId: string,
  asOf: number | undefined,
): Op<PastItem & { review?: ReturnType<typeof reviewedField> }> {
  if (asOf === undefined) {
    const current = yield* findItem(context, 'any', itemId);
    return { past: current, current, review: reviewedField(current) };
  }
  yield* checkAsOf(context, asOf);
  return yield* findPastItem(context, itemId, asOf);
}
