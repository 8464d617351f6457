import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { createItem } from '../items/save-item.ts';
import { createStarterSkill } from './starter-skill.ts';

interface StarterDocument {
  title: string;
  body: string;
}

/** System documents of every new organization. Its people fill them in, and tools cannot delete them. // D28 */
export const starterDocuments: readonly StarterDocument[] = [
  {
    title: 'Company overview',
    body: '# Company overview\n\nWhat the organization does, for whom, and what sets it apart. Agents read this first: keep it short and true.\n\n## What we do\n\n## Who we serve\n\n## Words we use\n',
  },
  {
    title: 'Goals',
    body: '# Goals\n\nWhat matters this quarter, in order. Agents weigh their work against this list.\n\n1. \n',
  },
  {
    title: 'How agents work here',
    body: [
      '# How agents work here',
      '',
      '- Look before writing: `search`, then `find_text` and `read_lines`.',
      '- Change documents with `edit_doc`; replace them whole only when most of the text changes. Every change is a version and can be restored.',
      '- A folder that an agent creates is private until its person shares it.',
      '- Leave a task with `create_task` for what a person must decide.',
      '- Every call is in the activity log.',
      '',
    ].join('\n'),
  },
];

export function* createStarterDocuments(context: ToolContext): Op<void> {
  for (const { title, body } of starterDocuments) {
    yield* createItem(context, {
      type: 'doc',
      name: title,
      folderId: null,
      asksReview: false,
      kind: 'text',
      mimeType: 'text/markdown',
      content: { text: body },
      summary: 'starter document',
      isSystem: true,
    });
  }
  yield* createStarterSkill(context);
}
