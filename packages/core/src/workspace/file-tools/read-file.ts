import { maxInlineBytes, textSources, textStates } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { noteSkillLoad } from '../../kernel/context/skill-load.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { agentName, identifier } from '../../kernel/schema/schema.ts';
import { extractedFields } from '../extracted-text/extracted-fields.ts';
import { downloadAddress } from '../files/download-address.ts';
import { describeFile } from '../files/kind.ts';
import { isText, readText, readVersionBytes } from '../items/content.ts';
import { findItem } from '../items/find-item.ts';
import { folderFields } from '../items/item-fields.ts';
import { fileFields, listedFile } from '../items/listed-file.ts';
import { reviewFields, reviewShape } from '../skill-files/reviewed.ts';
import { isBeside, pathArgument } from '../skill-files/skill-path.ts';
import { findSkillFile, readSkillFile, readSkillVersion, type SkillVersion } from '../skill-files/skill-version.ts';
import { showsPicture } from './shows-picture.ts';

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file or skill',
  description:
    'Read a file or skill (SKILL.md, or path): its fields, a temporary download address, and up to 256 KB of text: its own, or extracted from PDF, Office or mail. Also shows a PNG, JPEG, GIF or WebP up to 3.5 MB, which costs about 1,600 tokens.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  textFields: ['content', 'text'],
  showsPictures: true,
  input: z.strictObject({
    fileId: identifier('from list_files, list_skills or search'),
    path: pathArgument(),
    includeImage: z.boolean().default(true).describe('false: no picture'),
    agentName: agentName(),
  }),
  output: named(
    'File',
    'A file or skill, with its text if it is small.',
    listedFile.extend({
      downloadUrl: z.string().nullable(),
      content: z.string().nullable(),
      text: z.string().nullable().optional(),
      textFrom: z.enum(textSources).optional(),
      textState: z.enum(textStates).optional(),
      textReason: z.string().optional(),
      path: z.string().optional(),
      files: z
        .array(
          named(
            'ListedSkillFile',
            'A file of a skill, without its bytes.',
            z.object({ path: z.string(), sizeBytes: z.int(), executable: z.boolean() }),
          ),
        )
        .optional(),
      reviewed: reviewShape.reviewed.optional(),
      reviewedVersion: reviewShape.reviewedVersion.optional(),
    }),
  ),
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
      url: examplePageAddress('file_01jd2x7q8me3k5w9t4v6b8n0r2'),
      downloadUrl: 'https://gatehouse.example/v1/downloads/AbCd',
      content: 'hello\n',
    },
  },
  *run(context, { fileId, path, includeImage, agentName }) {
    const file = yield* findItem(context, 'file or skill', fileId);
    context.notes.agentName = agentName ?? null;
    const isFileBeside = isBeside(file, path);
    const common = { tags: file.tags, ...folderFields(file), updatedAt: file.updatedAt, url: pageAddress(context, file.id) };
    if (file.type !== 'skill') {
      if (includeImage && showsPicture(context, file))
        context.effects.picture = { mimeType: file.mimeType, bytes: yield* readVersionBytes(context, file, file.versionCount) };
      return { ...fileFields(file), ...common, ...(yield* wholeText(context, file)), ...(yield* extractedFields(context, file)) };
    }
    const version = yield* readSkillVersion(context, file);
    noteSkillLoad(context, file, version.number);
    const read = isFileBeside
      ? yield* fileBeside(context, file, version, path, includeImage)
      : { ...fileFields(file), ...(yield* wholeText(context, file)) };
    const files = version.files.map(({ path, sizeBytes, executable }) => ({ path, sizeBytes, executable }));
    return { ...read, ...common, files, ...reviewFields(file) };
  },
});

function* wholeText(context: ToolContext, file: VisibleItem): Op<{ downloadUrl: string | null; content: string | null }> {
  const isInline = isText(file) && file.sizeBytes <= maxInlineBytes;
  return { downloadUrl: downloadAddress(context, file, file.versionCount), content: isInline ? yield* readText(context, file) : null };
}

/** Returns the fields of one file next to SKILL.md, with the name of its skill. */
function* fileBeside(context: ToolContext, skill: VisibleItem, version: SkillVersion, path: string, includeImage: boolean) {
  const { sizeBytes } = findSkillFile(version, skill, path);
  const bytes = yield* readSkillFile(context, skill, version, path);
  const { kind, mimeType, isText } = describeFile({ bytes, name: path });
  if (includeImage && showsPicture(context, { mimeType, sizeBytes })) context.effects.picture = { mimeType, bytes };
  const content = isText && sizeBytes <= maxInlineBytes ? bytes.toString('utf8') : null;
  return {
    ...fileFields(skill),
    kind,
    mimeType,
    sizeBytes,
    path,
    downloadUrl: downloadAddress(context, skill, version.number, path),
    content,
  };
}
