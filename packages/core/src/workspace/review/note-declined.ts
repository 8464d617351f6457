import { maxQuote } from '@gatehouse/domain';
import type { ReviewChange } from '@gatehouse/domain/review';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { writeComment } from '../comments/write-comment.ts';
import { authorsOf } from './change-authors.ts';

/** Writes the reason of a decision as a comment about the first declined words, for the agents that made the changes. // D78.2 */
export function* noteDeclined(context: ToolContext, item: VisibleItem, declined: readonly ReviewChange[], text: string): Op<void> {
  const authors = yield* authorsOf(context, item, declined);
  const agents = [...authors.values()].flatMap(({ agentId }) => agentId ?? []);
  const first = declined.find(({ after }) => after.trim() !== '');
  const quote = first?.after.trim().slice(0, maxQuote) ?? '';
  const quoted = first && { quote, at: first.currentAt + first.after.indexOf(quote) };
  yield* writeComment(context, { item }, { text, quoted, agents: [...new Set(agents)] });
}
