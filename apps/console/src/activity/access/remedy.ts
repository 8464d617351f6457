import type { OutputOf } from '../../kernel/calls/call.ts';

/** Smallest change that allows a call, by the check that denies it. */
export const remedies = {
  person: 'Add the person again, and create a new key for their agent.',
  key: 'Create a new key.',
  tool: 'Check the name. Some tools are only for people or administrators.',
  access: 'Create a key with write access.',
  letWrite: 'Let agents write again under Settings.',
  key_limits: 'Change the limits of the key.',
  role: (email: string, role: string) => `Change the role of ${email} to ${role}.`,
  higherRole: 'Ask an owner to change the role.',
  item: (email: string) => `Share its folder with ${email}.`,
  unsharable: "This item can't be shared with the person. Move it to a folder that is shared with them.",
  read_only: (email: string) => `Share its folder with ${email} to edit.`,
  protected: 'Let agents edit it again.',
  undeletable: "Documents that a workspace starts with can't be deleted.",
  connection: 'Add this service to the limits of the key.',
  privateConnection: 'Connect the service for everyone, or let the person connect it.',
  service_tool: 'Add this tool to the limits of the key.',
  turnOn: 'Turn the tool on under Services.',
  noServiceTool: "The service doesn't list this tool. Check its name under Services.",
  held: 'Review the change under Services and approve it.',
  mode: 'Call it with execute_service_tool.',
  paused: 'Resume the service.',
  account: 'Connect the account.',
  otherAccount: 'Ask its owner to connect the account.',
  otherLimits: 'Only the person whom the agent works for can do this.',
  otherKey: 'Only the person whom the agent works for can create its keys. Sign in clients again instead.',
};

type Explained = OutputOf<'explain_access'>;
export type AccessCheck = NonNullable<Explained['refusal']>['check'];
type Change = Pick<NonNullable<Explained['change']>, 'operation' | 'arguments'>;

/** The change that would allow a denied call, in a sentence. */
export function sayRemedy(check: AccessCheck, { operation, arguments: given }: Change): string {
  const email = String(given.email ?? '');
  switch (check) {
    case 'role':
      return operation === null ? remedies.higherRole : remedies.role(email, String(given.role ?? ''));
    case 'item':
    case 'read_only':
      return operation === null ? remedies.unsharable : remedies[check](email);
    case 'protected':
      return operation === null ? remedies.undeletable : remedies.protected;
    case 'connection':
      return operation === 'edit_key' ? remedies.connection : remedies.privateConnection;
    case 'service_tool':
      if (operation === 'switch_service_tool') return remedies.turnOn;
      return operation === 'edit_key' ? remedies.service_tool : remedies.noServiceTool;
    case 'account':
      return operation === null ? remedies.otherAccount : remedies.account;
    case 'access':
      if (operation === 'set_agents_read_only') return remedies.letWrite;
      return withPerson(remedies[check], operation, remedies.otherKey);
    case 'key':
      return withPerson(remedies[check], operation, remedies.otherKey);
    case 'key_limits':
      return withPerson(remedies[check], operation, remedies.otherLimits);
    default:
      return remedies[check];
  }
}

/** Adds the people who can do it, if the caller cannot. */
function withPerson(remedy: string, operation: string | null, who: string): string {
  return operation === null ? `${remedy} ${who}` : remedy;
}
