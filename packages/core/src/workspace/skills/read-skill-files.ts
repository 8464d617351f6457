import { readFrontmatter, type SkillFile, skillMain } from '@gatehouse/domain/skills';
import { type Op, sha256, type VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noteSkillLoad } from '../../kernel/context/skill-load.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { cursor, identifier } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { downloadAddress } from '../files/download-address.ts';
import { readVersionText } from '../items/content.ts';
import { reviewFields, reviewShape } from '../skill-files/reviewed.ts';
import { encodedBytes, fieldsOf, type ShownSkillFile, shownOf, shownSkillFile } from '../skill-files/shown-file.ts';
import { findSkill, skillAddress } from '../skill-files/skill-address.ts';
import { skillManifestShape } from '../skill-files/skill-manifest.ts';
import { findNamedFile, readSkillBytes, readSkillVersion, type SkillVersion } from '../skill-files/skill-version.ts';

/** Bytes of files in one answer as it writes them: base64 takes a third more. */
const answerBytes = 4 * 1024 * 1024;
/** Size of a part of a large file. It is a multiple of three, so that the base64 of the parts joins to that of the whole. */
const partBytes = 3 * 1024 * 1024;

/** The version, which file is next, and where in it. */
const position = z.tuple([z.int().min(1), z.int().min(0), z.int().min(0)]);

export const readSkillFiles = defineTool({
  name: 'read_skill_files',
  title: 'Read skill files',
  description: 'Read all files of a skill, or those at paths.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    fileId: identifier('from list_skills'),
    paths: z.array(z.string()).optional().describe('[]: list'),
    version: z.int().min(1).optional().describe('older version'),
    cursor: cursor(),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    versionCount: z.int(),
    ...reviewShape,
    fileCount: z.int(),
    ...skillManifestShape,
    folderName: z.string().nullable().optional(),
    description: z.string().optional(),
    files: z.array(shownSkillFile),
    nextCursor,
  }),
  example: {
    input: { fileId: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2', paths: ['references/style.md'] },
    output: {
      id: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2',
      name: 'release-notes',
      version: 2,
      versionCount: 2,
      reviewed: true,
      reviewedVersion: 2,
      fileCount: 2,
      files: [
        {
          path: 'references/style.md',
          mimeType: 'text/markdown',
          sizeBytes: 17,
          sha256: 'f3bc2b9e2be2bd7cd0bb8dd6ee3d3c03cbc10d5e0c9d3ed6d2d0ba2d0b3f1c55',
          executable: false,
          content: 'Short sentences.\n',
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { fileId, paths, version: wanted, cursor }) {
    const item = yield* findSkill(context, fileId);
    const asked = sha256(Buffer.from(JSON.stringify([wanted, paths]))).toString('base64url');
    const list = `skill files ${item.id} ${asked}`;
    // Pages are of one version: a change between them mixes nothing.
    const [number, index, offset] = cursor === undefined ? [wanted ?? item.versionCount, 0, 0] : decodeCursor(list, position, cursor);
    const version = yield* readSkillVersion(context, item, number);
    const files: NamedFile[] = paths === undefined ? version.files : [];
    for (const path of new Set(paths)) files.push(yield* findNamedFile(context, item, version, path));
    const { shown, next } = yield* pageOf(context, item, { version, files, index, offset });
    // A call without paths only lists the files, which does not count as reading.
    if (files.length > 0) noteSkillLoad(context, item, number);
    return {
      id: item.id,
      name: item.name,
      version: number,
      versionCount: item.versionCount,
      ...reviewFields(item),
      fileCount: version.files.length,
      ...(paths?.length === 0 && {
        address: skillAddress(item),
        folderName: item.folderName ?? null,
        description: item.description ?? '',
        frontmatter: readFrontmatter(yield* readVersionText(context, item, number)) ?? {},
        manifest: version.files,
      }),
      files: shown.map((file) => ({ ...file, ...addressOf(context, item, version, file) })),
      nextCursor: next === undefined ? null : encodeCursor(list, [number, ...next]),
    };
  },
});

type NamedFile = SkillFile & { version?: number };

/** Address for bytes that are not text, or too many for one answer. A file named by its digest can be of another version. */
function addressOf(context: ToolContext, item: VisibleItem, { number, files }: SkillVersion, shown: ShownSkillFile) {
  const { path, sha256, contentBase64 } = shown;
  if (contentBase64 === undefined || path === skillMain) return undefined;
  if (!files.some((file) => file.path === path && file.sha256 === sha256)) return undefined;
  const downloadUrl = downloadAddress(context, item, number, path);
  return downloadUrl === null ? undefined : { downloadUrl };
}

interface Asked {
  version: SkillVersion;
  files: readonly NamedFile[];
  /** Index of the first file of the page, and its next byte. */
  index: number;
  offset: number;
}

/** Returns as many files as fit into an answer. A larger file is returned alone, in parts. */
function* pageOf(
  context: ToolContext,
  item: VisibleItem,
  { version, files, index, offset }: Asked,
): Op<{ shown: ShownSkillFile[]; next: [number, number] | undefined }> {
  const first = files[index];
  if (!first) return { shown: [], next: undefined };
  if (encodedBytes(first) > answerBytes) {
    const bytes = (yield* readSkillBytes(context, item, version, [first])).get(first.path) as Buffer;
    const end = Math.min(bytes.length, offset + partBytes);
    const shown = [{ ...fieldsOf(first, bytes), contentBase64: bytes.toString('base64', offset, end), offset }];
    return { shown, next: end < bytes.length ? [index, end] : afterFile(files, index + 1) };
  }
  let room = answerBytes;
  let end = index;
  for (; end < files.length && encodedBytes(files[end] as SkillFile) <= room; end++) room -= encodedBytes(files[end] as SkillFile);
  const page = files.slice(index, end);
  const bytes = yield* readSkillBytes(context, item, version, page);
  return { shown: page.map((file) => shownOf(file, bytes.get(file.path) as Buffer)), next: afterFile(files, end) };
}

function afterFile(files: readonly SkillFile[], index: number): [number, number] | undefined {
  return index < files.length ? [index, 0] : undefined;
}
