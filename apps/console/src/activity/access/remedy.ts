import type { OutputOf } from '../../kernel/calls/call.ts';
import { remedies } from '../strings.ts';

type Explained = OutputOf<'explain_access'>;
export type AccessCheck = NonNullable<Explained['refusal']>['check'];
type Change = Pick<NonNullable<Explained['change']>, 'operation' | 'arguments'>;

/** What would let a denied call through, in a sentence. */
export function sayRemedy(check: AccessCheck, { operation, arguments: given }: Change): string {
  const email = String(given.email ?? '');
  const isNewKey = operation === 'create_key';
  switch (check) {
    case 'role':
      return operation === null ? remedies.higherRole : remedies.role(email, String(given.role ?? ''));
    case 'item':
      return operation === null ? remedies.unsharable : remedies.item(email);
    case 'protected':
      return operation === null ? remedies.undeletable : remedies.protected;
    case 'connection':
      return isNewKey ? remedies.connection : remedies.privateConnection;
    case 'service_tool':
      if (operation === 'switch_service_tool') return remedies.turnOn;
      return isNewKey ? remedies.service_tool : remedies.noServiceTool;
    case 'account':
      return operation === null ? remedies.otherAccount : remedies.account;
    case 'key':
    case 'access':
    case 'key_limits':
      return isNewKey ? remedies[check] : `${remedies[check]} ${remedies.otherKey}`;
    default:
      return remedies[check];
  }
}
