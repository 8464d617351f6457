import type { Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { personByEmail } from './find-person.ts';

/** Person who takes over from a removed one. */
export const successorEmail = email
  .optional()
  .describe('who takes over their folders, open tasks and connections; without it all of that stays theirs');

export function* findSuccessor(context: ToolContext, leaving: Person, address: string | undefined): Op<Person | undefined> {
  if (address === undefined) return undefined;
  const successor = yield* personByEmail(context, address);
  if (successor.id === leaving.id) throw refusal('invalid_argument', 'successorEmail is the person who leaves; name someone else');
  return successor;
}
