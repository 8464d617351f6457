import { maxInlineBytes } from '@gatehouse/domain';
import { countLines, type ItemToRead, type Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { agentName, identifier, time } from '../../kernel/schema/schema.ts';
import { downloadAddress } from '../files/download-address.ts';
import { readVersionText } from '../items/content.ts';
import { findItemToRead } from '../items/find-item.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';
import { type NamedVersion, namedVersion, reviewedField, reviewedShape, versionArgument } from '../items/read-reviewed.ts';

export const readDoc = defineTool({
  name: 'read_doc',
  title: 'Read document',
  description: 'Read a document with its markdown body. Above 256 KB bodyMarkdown is null: use find_text, read_lines or downloadUrl.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  textFields: ['bodyMarkdown'],
  input: z.strictObject({
    docId: identifier('from list_docs or search'),
    agentName: agentName(),
    version: versionArgument(),
    includeBody: z.boolean().default(true).describe('false returns only the fields'),
  }),
  output: named(
    'Document',
    'A document with its markdown body.',
    z.object({
      id: z.string(),
      title: z.string(),
      bodyMarkdown: z.string().nullable(),
      totalLines: z.int(),
      sizeBytes: z.int(),
      versionCount: z.int(),
      isAgentMemory: z.boolean(),
      isSystem: z.boolean(),
      downloadUrl: z.string().nullable().describe('only if bodyMarkdown is null'),
      ...folderShape,
      createdAt: time,
      updatedAt: time,
      url: z.string(),
      ...reviewedShape,
    }),
  ),
  example: {
    input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
      title: 'Release notes',
      bodyMarkdown: '# 2.1\n\n- Faster search\n',
      totalLines: 3,
      sizeBytes: 22,
      versionCount: 4,
      isAgentMemory: false,
      isSystem: false,
      downloadUrl: null,
      folderId: null,
      createdAt: 1_763_000_000_000,
      updatedAt: 1_763_600_000_000,
      url: examplePageAddress('doc_01jd2x7q8me3k5w9t4v6b8n0r2'),
    },
  },
  *run(context, { docId, agentName, version, includeBody }) {
    const doc = yield* findItemToRead(context, 'doc', docId, includeBody ? maxInlineBytes : 0);
    context.call.notes.agentName = agentName ?? null;
    const named = yield* namedVersion(context, doc, version);
    const number = 'number' in named ? named.number : undefined;
    const isHead = number === doc.versionCount;
    const body = yield* bodyAt(context, doc, named, includeBody);
    const sizeBytes = isHead || body === null ? doc.sizeBytes : Buffer.byteLength(body);
    const isShown = includeBody && sizeBytes <= maxInlineBytes;
    return {
      id: doc.id,
      title: doc.name,
      bodyMarkdown: isShown ? body : null,
      totalLines: isHead || body === null ? (doc.totalLines ?? 0) : countLines(body),
      sizeBytes,
      versionCount: doc.versionCount,
      isAgentMemory: doc.isAgentMemory,
      isSystem: doc.isSystem,
      // Only versions can be downloaded, and a reviewed text is not always a version.
      downloadUrl: isShown || number === undefined ? null : downloadAddress(context, doc, number),
      ...folderFields(doc),
      createdAt: doc.createdAt,
      updatedAt: doc.updatedAt,
      url: pageAddress(context, doc.id),
      ...reviewedField(doc),
    };
  },
});

/** Returns the body of a version, or a reviewed text. Null if the newest version's body was not requested or is too large. */
function* bodyAt(context: ToolContext, doc: ItemToRead, named: NamedVersion, includeBody: boolean): Op<string | null> {
  if ('text' in named) return named.text;
  if (named.number !== doc.versionCount) return yield* readVersionText(context, doc, named.number);
  if (doc.text !== null || !includeBody || doc.sizeBytes > maxInlineBytes) return doc.text;
  return yield* readVersionText(context, doc, named.number);
}
