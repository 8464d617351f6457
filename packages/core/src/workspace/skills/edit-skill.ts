import { skillMain } from '@gatehouse/domain/skills';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { expectedVersionCount, identifier } from '../../kernel/schema/schema.ts';
import { versionCountOnly } from '../../kernel/schema/shapes.ts';
import { editItem } from '../items/edit-item.ts';
import { findItemForChange } from '../items/find-item.ts';
import { editSkillFile } from '../skill-files/edit-skill-file.ts';
import { pathArgument } from '../skill-files/skill-path.ts';
import { editText } from '../text/edit-text.ts';

export const editSkill = defineTool({
  name: 'edit_skill',
  title: 'Edit skill',
  description:
    'Replace oldText, which must occur exactly once, by newText in a skill (SKILL.md, or path); its frontmatter must stay valid. Take oldText from find_text or read_lines.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({
    fileId: identifier('from list_skills or search'),
    path: pathArgument(),
    oldText: z.string().describe('the exact text to replace'),
    newText: z.string().describe('the new text; "" deletes oldText'),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: versionCountOnly,
  example: {
    input: { fileId: 'skill_01jd2x7q8me3k5w9t4v6b8n0r2', oldText: 'Faster search', newText: 'Search is twice as fast' },
    output: { versionCount: 5 },
  },
  *run(context, { fileId, path, ...edit }) {
    if (path === undefined || path === skillMain) return yield* editItem(context, 'skill', fileId, edit);
    const { oldText, newText, expectedVersionCount } = edit;
    const skill = yield* findItemForChange(context, 'skill', fileId);
    const change = (text: string) => editText({ text, oldText, newText });
    return yield* editSkillFile(context, skill, { path, expectedVersionCount, change });
  },
});
