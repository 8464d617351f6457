import { type AnyDefinition, accountTools, createRegistry, operatorTools, peopleTools, visitorTools } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';
import { code, page, sentence, table } from './markdown.ts';
import { fieldRows } from './schema-rows.ts';

const subjects: Record<string, [title: string, about: string]> = {
  workspace: ['The workspace', 'documents, files, folders, tasks and the trash'],
  services: ['Connected services', 'connections, credentials and accounts at services'],
  identity: ['People, agents and keys', 'people, roles, invitations, organizations, agents and keys'],
  account: ['Accounts and sign-in', 'what people do before they sign in and with their own account'],
  gateway: ['The activity log and access', 'the log, its sums, and why a call is refused'],
};

const who: Record<Exclude<AnyDefinition['audience'], 'agent'>, string> = {
  person: 'Somebody who is signed in',
  account: 'Somebody who is signed in, with or without an organization',
  visitor: 'Everybody who opens the console',
  operator: 'The operator, on the command line',
};

const introduction = `People's operations are what the console and the command line call. Keys cannot call them. They take the same path as the
[tools of agents](../../api/README.md): checks, then the work, then a row in the activity log.`;

/** Pages with the operations of the console and the command line, by subject. */
export function operationPages(districtOf: (tool: string) => string, commandOf: Readonly<Record<string, string>>): Map<string, string> {
  const operations = [...peopleTools, ...accountTools, ...visitorTools, ...operatorTools];
  const isOfAccount = ({ audience }: AnyDefinition) => audience === 'account' || audience === 'visitor';
  const bySubject = Map.groupBy(operations, (one) => (isOfAccount(one) ? 'account' : districtOf(one.name)));
  const list = Object.entries(subjects).map(([subject, [title, about]]) => `- [${title}](${subject}.md): ${about}`);
  return new Map([
    ['reference/operations/README.md', page("People's operations", introduction, list.join('\n'))],
    ...[...bySubject].map(([subject, members]): [string, string] => [
      `reference/operations/${subject}.md`,
      page(subjects[subject]![0], introduction, ...sorted(members).map((one) => operation(one, commandOf[one.name]))),
    ]),
  ]);
}

function sorted(members: readonly AnyDefinition[]): AnyDefinition[] {
  return members.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function operation(definition: AnyDefinition, command: string | undefined): string {
  const { name, description, audience, role, access } = definition;
  const { inputSchema = {}, outputSchema = {} } = createRegistry([definition]).find(name)?.description ?? {};
  const rows = fieldRows(inputSchema);
  const facts = [
    `Who: ${role ? `the ${role}s of the organization` : who[audience as keyof typeof who]}`,
    access === 'read' ? 'reads only' : 'changes data',
    ...(command === undefined ? [] : [`command: ${code(`gatehouse ${command}`)}`]),
  ];
  const result = Object.keys(fieldOf(outputSchema, 'properties') ?? {});
  return [
    `## ${name}`,
    sentence(description.replaceAll('\n', ' ')),
    `${facts.join('; ')}.`,
    rows.length === 0
      ? ''
      : table(
          ['Argument', 'Type', 'Required', 'Description'],
          rows.map((row) => [code(row.name), row.type, row.isRequired ? 'yes' : 'no', row.description]),
        ),
    result.length === 0 ? '' : `Result: ${result.map(code).join(', ')}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
