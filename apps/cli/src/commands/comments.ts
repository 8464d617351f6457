import { Command } from '@commander-js/extra-typings';
import { UsageError } from '../kernel/faults.ts';
import { printable, when } from '../terminal/output.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { everyRow } from '../workspace/pages.ts';
import { inWorkspace } from '../workspace/workspace.ts';

interface ListedComment {
  commentId: string;
  subjectId: string;
  answerTo: string | null;
  text: string;
  quote: string | null;
  line: number | null;
  by: { name: string | null };
  createdAt: number;
  resolvedAt: number | null;
}

const list = workspaceCommand('list')
  .description(
    'list comments on an item or a task; without one, those that you wrote, that answer or mention you, or that are on items you changed last',
  )
  .argument('[id]', 'a document, file, skill or task')
  .option('--all', 'include resolved comments')
  .action((id, { all = false, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const subject = id === undefined ? { mine: true } : id.startsWith('task_') ? { taskId: id } : { itemId: id };
      const comments = await everyRow<ListedComment>(workspace, 'list_comments', 'comments', { ...subject, open: !all, limit: 100 });
      return { value: { comments }, text: () => describeAll(comments, id === undefined) };
    }),
  );

const answer = workspaceCommand('answer')
  .description('answer a comment')
  .argument('<id>')
  .argument('<text>')
  .action((answerTo, text, options) =>
    inWorkspace(options, async ({ call }) => {
      if (text.trim() === '') throw new UsageError('the answer is empty');
      const value = await call<{ commentId: string }>('add_comment', { answerTo, text });
      return { value, text: () => `${answerTo} is answered.` };
    }),
  );

const resolve = workspaceCommand('resolve')
  .description('resolve a comment with its answers')
  .argument('<id>')
  .option('--reopen', 'open it again')
  .action((commentId, { reopen = false, ...options }) =>
    inWorkspace(options, async ({ call }) => ({
      value: await call('resolve_comment', { commentId, resolved: !reopen }),
      text: () => `${commentId} is ${reopen ? 'open again' : 'resolved'}.`,
    })),
  );

export const commentsCommand = new Command('comments')
  .description('read, answer and resolve comments')
  .addCommand(list)
  .addCommand(answer)
  .addCommand(resolve);

function describeAll(comments: readonly ListedComment[], hasSubjects: boolean): string {
  if (comments.length === 0)
    return hasSubjects
      ? 'there are no comments by you or to you; name an item or a task to list all of its comments'
      : 'there are no comments';
  return comments.map((comment) => describe(comment, hasSubjects)).join('\n\n');
}

function describe(
  { commentId, subjectId, answerTo, text, quote, line, by, createdAt, resolvedAt }: ListedComment,
  hasSubject: boolean,
): string {
  const about = [
    hasSubject ? subjectId : [],
    answerTo === null ? [] : `answers ${answerTo}`,
    quote === null ? [] : `${line === null ? '' : `line ${line}, `}"${printable(quote)}"`,
    resolvedAt === null ? [] : 'resolved',
  ].flat();
  const head = [commentId, printable(by.name ?? 'unknown'), when(createdAt), ...about].join('  ');
  const lines = text.split('\n').map((part) => `  ${printable(part)}`);
  return [head, ...lines].join('\n');
}
