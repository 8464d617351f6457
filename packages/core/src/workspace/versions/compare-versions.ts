import { maxDocumentBytes } from '@gatehouse/domain';
import { type ChangedFile, changedFiles } from '@gatehouse/domain/skills';
import type { Op, StoredVersion, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { cursor, identifier } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { findVersion, textOfVersion } from '../items/content.ts';
import { findItem } from '../items/find-item.ts';
import { isBeside, textOf } from '../skill-files/skill-path.ts';
import { readSkillFile, readSkillVersion } from '../skill-files/skill-version.ts';
import { changedFile } from '../skill-files/version-changes.ts';
import { differentParts } from './version-difference.ts';

const answerBytes = 128 * 1024;
const position = z.tuple([z.int().min(0)]);
const pieces = z.array(z.object({ text: z.string(), isChanged: z.boolean() }));

/** A part of a difference, by lines and within them by words. */
export const partShape = z.object({
  kind: z.enum(['same', 'skipped', 'changed']),
  before: z.int().describe('first line of the part in version "before"'),
  after: z.int().describe('first line of the part in version "after"'),
  lines: z.int().describe('number of lines in version "before"'),
  text: z.string().describe('unchanged text; "" if skipped'),
  removed: pieces,
  added: pieces,
  isClipped: z.boolean().describe('true if only the beginning of the change is shown'),
});

export const compareVersions = defineTool({
  name: 'compare_versions',
  title: 'Compare versions',
  description:
    'Compare two versions of a document, skill or text file up to 1 MiB: the differences by lines, and by words within them, with three lines of context.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    itemId: identifier('a document, file or skill'),
    before: z.int().min(1).describe('version from list_item_versions'),
    after: z.int().min(1).optional().describe('version to compare with (default: the newest)'),
    path: z.string().optional().describe('file of a skill (default: SKILL.md)'),
    cursor: cursor(),
  }),
  output: z.object({
    before: z.int(),
    after: z.int(),
    changedFiles: z.array(changedFile).optional().describe('changed files of a skill'),
    parts: z.array(partShape),
    nextCursor,
  }),
  example: {
    input: { itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', before: 1, after: 2 },
    output: {
      before: 1,
      after: 2,
      parts: [
        {
          kind: 'changed',
          before: 1,
          after: 1,
          lines: 1,
          text: '',
          removed: [
            { text: '# ', isChanged: false },
            { text: 'Notes', isChanged: true },
          ],
          added: [
            { text: '# ', isChanged: false },
            { text: 'News', isChanged: true },
          ],
          isClipped: false,
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { itemId, before, after, path, cursor }) {
    const item = yield* findItem(context, 'any', itemId);
    const other = after ?? item.versionCount;
    const version = yield* findToCompare(context, item, before);
    const otherVersion = yield* findToCompare(context, item, other);
    const list = ['difference', item.id, before, other, ...(path === undefined ? [] : [path])].join(' ');
    const [from] = cursor === undefined ? [0] : decodeCursor(list, position, cursor);
    const text = yield* textToCompare(context, item, version, path);
    const { parts, next } = differentParts(text, yield* textToCompare(context, item, otherVersion, path), from, answerBytes);
    const changes = yield* changesBetween(context, item, before, other);
    return { before, after: other, ...changes, parts, nextCursor: next === undefined ? null : encodeCursor(list, [next]) };
  },
});

function* changesBetween(context: ToolContext, item: VisibleItem, before: number, after: number): Op<{ changedFiles?: ChangedFile[] }> {
  if (item.type !== 'skill') return {};
  const [one, other] = [yield* readSkillVersion(context, item, before), yield* readSkillVersion(context, item, after)];
  return { changedFiles: changedFiles(one.files, other.files) };
}

/** A file that is missing from a version counts as empty. */
function* textToCompare(context: ToolContext, item: VisibleItem, version: StoredVersion, path: string | undefined): Op<string> {
  if (!isBeside(item, path)) return yield* textOfVersion(context, item, version);
  const { number, files } = yield* readSkillVersion(context, item, version.number);
  const file = files.find((one) => one.path === path);
  if (!file) return '';
  if (file.sizeBytes > maxDocumentBytes)
    throw refusal('too_large', `${path} has ${file.sizeBytes} bytes; at most ${maxDocumentBytes} are compared here`);
  return textOf(path, yield* readSkillFile(context, item, { number, files }, path));
}

function* findToCompare(context: ToolContext, item: VisibleItem, number: number): Op<StoredVersion> {
  const version = yield* findVersion(context, item, number);
  if (version.sizeBytes <= maxDocumentBytes) return version;
  throw refusal(
    'too_large',
    `version ${number} has ${version.sizeBytes} bytes; at most ${maxDocumentBytes} are compared here: download both versions`,
  );
}
