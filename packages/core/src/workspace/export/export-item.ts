import { itemTypes } from '@gatehouse/domain';
import { skillMain } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { isText, readText, readVersionBytes } from '../items/content.ts';
import { findItem } from '../items/find-item.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';
import { readSkillBytes, readSkillVersion } from '../skill-files/skill-version.ts';

export const exportItem = defineTool({
  name: 'export_item',
  title: 'Export document or file',
  description: 'Read a complete document, file or skill with all its files, byte for byte, of any size.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ itemId: identifier('from list_docs, list_files or list_skills') }),
  output: z.object({
    id: z.string(),
    type: z.enum(itemTypes),
    name: z.string(),
    ...folderShape,
    contentBase64: z.string(),
    importPath: z.string().optional().describe('path of the file that it was imported from'),
    files: z
      .array(z.object({ path: z.string(), contentBase64: z.string(), executable: z.boolean() }))
      .optional()
      .describe('files of a skill other than SKILL.md'),
  }),
  example: {
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', type: 'doc', name: 'Release notes', folderId: null, contentBase64: 'IyAyLjEK' },
  },
  *run(context, { itemId }) {
    const item = yield* findItem(context, 'any', itemId);
    const bytes = isText(item) ? Buffer.from(yield* readText(context, item)) : yield* readVersionBytes(context, item, item.versionCount);
    const imported = yield* context.store.importPaths.pathOf(item.orgId, item.id);
    // Leave out the folder of the import.
    const importPath = imported?.slice(imported.indexOf('/') + 1);
    return {
      id: item.id,
      type: item.type,
      name: item.name,
      ...folderFields(item),
      contentBase64: bytes.toString('base64'),
      ...(importPath !== undefined && { importPath }),
      ...(yield* filesBesideSkill(context, item)),
    };
  },
});

interface ExportedFile {
  path: string;
  contentBase64: string;
  executable: boolean;
}

/** Returns the files of a skill next to SKILL.md. Other items have none. */
export function* filesBesideSkill(context: ToolContext, item: VisibleItem): Op<{ files?: ExportedFile[] }> {
  if (item.type !== 'skill') return {};
  const version = yield* readSkillVersion(context, item);
  const files = version.files.filter(({ path }) => path !== skillMain);
  const bytes = yield* readSkillBytes(context, item, version, files);
  return {
    files: files.map(({ path, executable }) => ({ path, contentBase64: bytes.get(path)?.toString('base64') ?? '', executable })),
  };
}
