import { maxTextBytes } from '@gatehouse/domain';
import { readSkill } from '@gatehouse/domain/skills';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, identifier, tags } from '../../kernel/schema/schema.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { findItemForChange } from '../items/find-item.ts';
import { folderOfNewItem } from '../items/item-fields.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { createItem, holdsContent, refuseStale, saveContent, saveDetails } from '../items/save-item.ts';

const input = z.strictObject({
  fileId: identifier('write a new version of this skill').optional(),
  name: z.string().optional().describe('required without frontmatter; lower case, digits, hyphens'),
  description: z.string().optional().describe('required without frontmatter'),
  content: z.string().describe('the whole SKILL.md'),
  folderId: identifier('where a new skill goes').optional(),
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
  description: 'Create a skill, or write a new version of one (fileId), from a whole SKILL.md.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input,
  output,
  example: {
    input: { name: 'release-notes', description: 'How we write release notes.', content: '# Release notes\n' },
    output: {
      id: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2',
      name: 'release-notes',
      description: 'How we write release notes.',
      versionCount: 1,
      created: true,
      noop: false,
      url: examplePageAddress('skill_01jd2x7q8me3k5w9t4v6b8n0r2'),
    },
  },
  *run(context, given) {
    const skill = readSkill(given);
    if (!skill.ok) throw refusal(skill.reason, skill.message);
    refuseTooLarge(skill.content, maxTextBytes('skill'));
    return given.fileId === undefined ? yield* createSkill(context, given, skill) : yield* changeSkill(context, given, given.fileId, skill);
  },
});

function* createSkill(context: ToolContext, { folderId, tags }: Arguments, { name, description, content }: Skill): Op<Result> {
  const folder = yield* folderOfNewItem(context, folderId);
  yield* refuseTakenName(context, folder, name);
  const skill = yield* createItem(context, {
    type: 'skill',
    name,
    description,
    folderId: folder,
    kind: 'skill',
    mimeType: 'text/markdown',
    content: { text: content },
    summary: 'created',
    tags: tags ?? [],
  });
  return { ...fieldsOf(context, skill), created: true, noop: false };
}

function* changeSkill(context: ToolContext, given: Arguments, fileId: string, skill: Skill): Op<Result> {
  const item = yield* findItemForChange(context, 'skill', fileId);
  if (given.folderId !== undefined && given.folderId !== item.folderId) {
    throw refusal('invalid_argument', 'argument "folderId" is for new skills; move an existing one with move_item');
  }
  if (skill.name !== item.name) yield* refuseTakenName(context, item.folderId, skill.name, item.id);
  const content = { text: skill.content };
  const tags = given.tags ?? item.tags;
  if (holdsContent(item, content)) {
    const saved = JSON.stringify(tags) === JSON.stringify(item.tags) ? item : yield* saveDetails(context, item, { tags });
    return { ...fieldsOf(context, saved), created: false, noop: true };
  }
  refuseStale(item, given.expectedVersionCount);
  const details = { name: skill.name, description: skill.description, tags };
  const saved = yield* saveContent(context, item, { content, summary: 'replaced', ...details });
  return { ...fieldsOf(context, saved), created: false, noop: false };
}

function fieldsOf(
  context: ToolContext,
  { id, name, description, versionCount }: Pick<VisibleItem, 'id' | 'name' | 'description' | 'versionCount'>,
) {
  return { id, name, description: description ?? '', versionCount, url: pageAddress(context, id) };
}
