import { maxTextBytes, skillArgumentBytes } from '@gatehouse/domain';
import { readSkill, skillMain } from '@gatehouse/domain/skills';
import { manifestHash, type Op, type VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, identifier, tags } from '../../kernel/schema/schema.ts';
import { readText } from '../items/content.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { findItemForChange } from '../items/find-item.ts';
import { placeOfNewItem } from '../items/item-fields.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { createItem, holdsContent, refuseStale, saveContent, saveDetails } from '../items/save-item.ts';
import { givenFile, type PlannedFiles, planFiles, refuseBadFiles } from '../skill-files/given-files.ts';
import { skillWarnings, warnOfPlanned } from '../skill-files/skill-warnings.ts';

const input = z.strictObject({
  fileId: identifier('write a new version of this skill').optional(),
  name: z.string().optional().describe('without frontmatter; a-z, 0-9, hyphens'),
  description: z.string().optional().describe('without frontmatter'),
  content: z.string().optional().describe('whole SKILL.md, if new or changed'),
  files: z.array(givenFile).optional().describe('files to add or replace; keeps others'),
  removeFiles: z.array(z.string()).optional().describe('paths; * for all others'),
  folderId: identifier('folder of a new skill').optional(),
  tags: tags().optional(),
  expectedVersionCount: expectedVersionCount(),
});

const output = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  versionCount: z.int(),
  created: z.boolean(),
  noop: z.boolean(),
  url: z.string(),
  fileCount: z.int().optional(),
  warnings: skillWarnings.optional(),
});

type Arguments = z.output<typeof input>;
type Result = z.input<typeof output>;
interface Skill {
  name: string;
  description: string;
  content: string;
}

export const writeSkill = defineTool({
  name: 'write_skill',
  title: 'Write skill',
  description: 'Create a skill, or write a new version of one (fileId): its SKILL.md and other files.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  maximumArgumentBytes: skillArgumentBytes,
  input,
  output,
  example: {
    input: {
      name: 'release-notes',
      description: 'How we write release notes.',
      content: '# Release notes\n\nSee [the style](references/style.md).\n',
      files: [{ path: 'references/style.md', content: 'Short sentences.\n' }],
    },
    output: {
      id: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2',
      name: 'release-notes',
      description: 'How we write release notes.',
      versionCount: 1,
      created: true,
      noop: false,
      url: examplePageAddress('skill_01jd2x7q8me3k5w9t4v6b8n0r2'),
      fileCount: 2,
      warnings: [],
    },
  },
  *run(context, given) {
    return given.fileId === undefined ? yield* createSkill(context, given) : yield* changeSkill(context, given, given.fileId);
  },
});

function* createSkill(context: ToolContext, given: Arguments): Op<Result> {
  const planned = planFiles([], changesOf(given));
  const text = mainOf(given, planned);
  if (text === undefined)
    throw refusal('invalid_argument', `a new skill needs its whole ${skillMain} as "content"; give "fileId" to change an existing skill`);
  const { name, description, content } = readMain(given, text);
  refuseBadFiles(planned.files, content);
  const place = yield* placeOfNewItem(context, given.folderId);
  yield* refuseTakenName(context, place.folderId, name);
  const skill = yield* createItem(context, {
    type: 'skill',
    name,
    description,
    ...place,
    kind: 'skill',
    mimeType: 'text/markdown',
    content: { text: content },
    skillFiles: planned,
    summary: 'created',
    tags: given.tags ?? [],
  });
  return { ...fieldsOf(context, skill), created: true, noop: false, ...saidOf(name, content, planned) };
}

function* changeSkill(context: ToolContext, given: Arguments, fileId: string): Op<Result> {
  const item = yield* findItemForChange(context, 'skill', fileId);
  if (given.folderId !== undefined && given.folderId !== item.folderId) {
    throw refusal('invalid_argument', 'argument "folderId" is only for new skills; move an existing skill with move_item');
  }
  const planned = planFiles(yield* context.store.skills.manifest(item.orgId, item.id, item.manifest), changesOf(given));
  const skill = readMain(given, mainOf(given, planned) ?? (yield* readText(context, item)));
  refuseBadFiles(planned.files, skill.content);
  if (skill.name !== item.name) yield* refuseTakenName(context, item.folderId, skill.name, item.id);
  const content = { text: skill.content };
  const tags = given.tags ?? item.tags;
  const said = saidOf(skill.name, skill.content, planned);
  if (holdsContent(item, content, manifestHash(planned.files))) {
    const saved = JSON.stringify(tags) === JSON.stringify(item.tags) ? item : yield* saveDetails(context, item, { tags });
    return { ...fieldsOf(context, saved), created: false, noop: true, ...said };
  }
  refuseStale(item, given.expectedVersionCount);
  const details = { name: skill.name, description: skill.description, tags };
  const saved = yield* saveContent(context, item, { content, skillFiles: planned, summary: 'replaced', ...details });
  return { ...fieldsOf(context, saved), created: false, noop: false, ...said };
}

function changesOf({ files = [], removeFiles = [] }: Arguments) {
  return { files, removeFiles };
}

/** Given SKILL.md. Undefined if it stays the same. */
function mainOf({ content }: Arguments, { main }: PlannedFiles): string | undefined {
  if (content !== undefined && main !== undefined)
    throw refusal('invalid_argument', `give ${skillMain} either as "content" or in "files", not both`);
  return content ?? main;
}

function readMain({ name, description }: Arguments, content: string): Skill {
  const skill = readSkill({ content, name, description });
  if (!skill.ok) throw refusal(skill.reason, skill.message);
  refuseTooLarge(skill.content, maxTextBytes('skill'));
  return skill;
}

function saidOf(name: string, content: string, planned: PlannedFiles): Pick<Result, 'fileCount' | 'warnings'> {
  return { fileCount: planned.files.length + 1, warnings: warnOfPlanned({ name, content }, planned) };
}

function fieldsOf(
  context: ToolContext,
  { id, name, description, versionCount }: Pick<VisibleItem, 'id' | 'name' | 'description' | 'versionCount'>,
) {
  return { id, name, description: description ?? '', versionCount, url: pageAddress(context, id) };
}
