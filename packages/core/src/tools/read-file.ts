import type { VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { signDownload } from '../files/download-url.ts';
import { isText, readText } from '../items/content.ts';
import { findItem } from '../items/find-item.ts';
import { folderFields } from '../items/item-fields.ts';
import { maximumInlineBytes } from '../items/limits.ts';
import { listedFile } from '../items/shapes.ts';
import { agentName, identifier } from '../schema.ts';
import { defineTool } from '../tool.ts';

/** How long a download address works (D24). */
const downloadMs = 15 * 60_000;

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file or skill',
  description: 'Read a file or skill: its fields, a temporary download address, and for text up to 256 KB its content.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  textField: 'content',
  input: z.strictObject({
    fileId: identifier('from list_files, list_skills or search'),
    agentName: agentName(),
  }),
  output: listedFile.extend({ downloadUrl: z.string().nullable(), content: z.string().nullable() }),
  example: {
    input: { fileId: 'file_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      id: 'file_01jd2x7q8me3k5w9t4v6b8n0r2',
      name: 'notes.txt',
      kind: 'text',
      mimeType: 'text/plain',
      sizeBytes: 6,
      versionCount: 1,
      tags: [],
      folderId: null,
      updatedAt: 1_763_600_000_000,
      downloadUrl: 'https://gatehouse.example/v1/downloads/AbCd',
      content: 'hello\n',
    },
  },
  *run(context, { fileId, agentName }) {
    const file = yield* findItem(context, 'file or skill', fileId);
    context.notes.agentName = agentName ?? null;
    const isInline = isText(file) && file.sizeBytes <= maximumInlineBytes;
    return {
      id: file.id,
      name: file.name,
      kind: file.kind,
      mimeType: file.mimeType,
      sizeBytes: file.sizeBytes,
      versionCount: file.versionCount,
      tags: file.tags,
      ...folderFields(file),
      updatedAt: file.updatedAt,
      downloadUrl: downloadUrl(context, file),
      content: isInline ? yield* readText(context, file) : null,
    };
  },
});

/** For this version and this reader only; null when nobody could reach it (D24). */
function downloadUrl({ settings, caller, now }: ToolContext, file: VisibleItem): string | null {
  if (settings.baseUrl === null || caller.personId === null) return null;
  const token = signDownload({
    secret: settings.secret,
    payload: {
      orgId: file.orgId,
      itemId: file.id,
      version: file.versionCount,
      personId: caller.personId,
      keyId: caller.key?.id ?? null,
      expiresAt: now + downloadMs,
    },
  });
  return `${settings.baseUrl}/v1/downloads/${token}`;
}
