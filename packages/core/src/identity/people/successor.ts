import type { Op, Person } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { personByEmail } from './find-person.ts';

/** Person who takes over from a removed one. */
export const successorEmail = email
  .optional()
  .describe('person who takes over their folders, open tasks and connections; default: nobody, all of it stays theirs');

export function* findSuccessor(context: ToolContext, leaving: Person, address: string | undefined): Op<Person | undefined> {
  if (address === undefined) return undefined;
  const successor = yield* personByEmail(context, address);
  if (successor.id === leaving.id)
    throw refusal('invalid_argument', 'argument "successorEmail" names the person who leaves; name another person');
  return successor;
}
