import { maxInlineBytes, maxPictureBytes, textSources, textStates } from '@gatehouse/domain';
import type { StoredVersion, VisibleItem } from '@gatehouse/storage';
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
import { findVersion, isText, readVersionBytes, readVersionText } from '../items/content.ts';
import { findItem } from '../items/find-item.ts';
import { folderFields } from '../items/item-fields.ts';
import { fileFields, listedFile } from '../items/listed-file.ts';
import { type NamedVersion, namedVersion, reviewedArgument, reviewedField } from '../items/read-reviewed.ts';
import { reviewFields, reviewShape } from '../skill-files/reviewed.ts';
import { isBeside, pathArgument } from '../skill-files/skill-path.ts';
import { findSkillFile, readSkillFile, readSkillVersion, type SkillVersion } from '../skill-files/skill-version.ts';

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file or skill',
  description:
    'Read a file or skill (SKILL.md, or path): its fields, a temporary download address, and up to 256 KB of text: its own, or extracted from PDF, Office or mail. Also shows a PNG, JPEG, GIF or WebP up to 3.5 MB (about 1,600 tokens).',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  textFields: ['content', 'text'],
  showsPictures: true,
  input: z.strictObject({
    fileId: identifier('from list_files, list_skills or search'),
    path: pathArgument(),
    version: reviewedArgument(),
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
  *run(context, { fileId, path, version, includeImage, agentName }) {
    const file = yield* findItem(context, 'file or skill', fileId);
    context.call.notes.agentName = agentName ?? null;
    const isFileBeside = isBeside(file, path);
    const common = { tags: file.tags, ...folderFields(file), updatedAt: file.updatedAt, url: pageAddress(context, file.id) };
    const named = yield* namedVersion(context, file, version);
    if (file.type !== 'skill') return { ...(yield* fileAt(context, file, named, includeImage)), ...common, ...reviewedField(file) };
    const skill = yield* readSkillVersion(context, file, 'number' in named ? named.number : file.versionCount);
    noteSkillLoad(context, file, skill.number);
    const read = isFileBeside
      ? yield* fileBeside(context, file, skill, path, includeImage)
      : yield* fileAt(context, file, { number: skill.number }, false);
    const files = skill.files.map(({ path, sizeBytes, executable }) => ({ path, sizeBytes, executable }));
    return { ...read, ...common, files, ...reviewFields(file) };
  },
});

/** Returns the fields of a file, or of SKILL.md, in a version or with a reviewed text. */
function* fileAt(context: ToolContext, file: VisibleItem, named: NamedVersion, includeImage: boolean) {
  if ('text' in named) {
    const sizeBytes = Buffer.byteLength(named.text);
    const content = sizeBytes <= maxInlineBytes ? named.text : null;
    const mimeType = isText(file) ? file.mimeType : 'text/plain';
    return { ...fileFields(file), kind: 'text' as const, mimeType, sizeBytes, downloadUrl: null, content };
  }
  const { number } = named;
  const isNewest = number === file.versionCount;
  const shown: VisibleItem = isNewest ? file : { ...file, ...fieldsOf(yield* findVersion(context, file, number)) };
  if (includeImage && showsPicture(context, shown))
    context.call.effects.picture = { mimeType: shown.mimeType, bytes: yield* readVersionBytes(context, file, number) };
  const isInline = isText(shown) && shown.sizeBytes <= maxInlineBytes;
  const content = isInline ? yield* readVersionText(context, file, number) : null;
  const extracted = isNewest && file.type !== 'skill' ? yield* extractedFields(context, file) : {};
  return { ...fileFields(shown), downloadUrl: downloadAddress(context, file, number), content, ...extracted };
}

/** Pictures that models see. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** True for a file that the MCP entrance returns as a picture. Otherwise, callers get its download address (D24.5). */
function showsPicture({ call }: ToolContext, { mimeType, sizeBytes }: Pick<VisibleItem, 'mimeType' | 'sizeBytes'>): boolean {
  return call.attribution.entrance === 'mcp' && shownTypes.has(mimeType) && sizeBytes <= maxPictureBytes;
}

function fieldsOf({ kind, mimeType, sizeBytes }: StoredVersion) {
  return { kind, mimeType, sizeBytes };
}

/** Returns the fields of one file next to SKILL.md, with the name of its skill. */
function* fileBeside(context: ToolContext, skill: VisibleItem, version: SkillVersion, path: string, includeImage: boolean) {
  const { sizeBytes } = findSkillFile(version, skill, path);
  const bytes = yield* readSkillFile(context, skill, version, path);
  const { kind, mimeType, isText } = describeFile({ bytes, name: path });
  if (includeImage && showsPicture(context, { mimeType, sizeBytes })) context.call.effects.picture = { mimeType, bytes };
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
