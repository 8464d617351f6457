import { type Credential, type Gateway, newId } from '@gatehouse/core';
import type { Organization, Person, Store } from '@gatehouse/storage';
import { type Gatehouse, openGatehouse } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { withSettingsOfGateway } from '../configuration/running-gateway.ts';
import { CommandError } from '../kernel/faults.ts';
import { type Result, show } from '../terminal/output.ts';
import type { Tell } from '../terminal/progress.ts';
import type { WorkspaceOptions } from './options.ts';

/** The workspace of one organization, used as one of its people. */
export interface Workspace {
  readonly gatehouse: Gatehouse;
  readonly organization: Organization;
  readonly person: Person;
  /** Calls a tool as that person, through the same pipeline as every call. Throws the tool's refusal. */
  call<Value>(tool: string, input: object, tell?: Tell): Promise<Value>;
}

/** Opens the workspace that the options name, prints the result of `run`, and closes it. */
export async function inWorkspace(options: WorkspaceOptions, run: (workspace: Workspace) => Promise<Result>): Promise<void> {
  const gatehouse = await openGatehouse(withSettingsOfGateway(readConfiguration({ data: options.data })), { create: false });
  let result: Result;
  try {
    result = await run(await enterWorkspace(gatehouse, options));
  } finally {
    await gatehouse.close();
  }
  show(options, result);
}

export async function enterWorkspace(gatehouse: Gatehouse, options: WorkspaceOptions): Promise<Workspace> {
  const { store, gateway } = gatehouse;
  const organization = await chooseOrganization(store, options.org);
  const person = await choosePerson(store, organization, options.as);
  const credential = { type: 'person', orgId: organization.id, personId: person.id } as const;
  return { gatehouse, organization, person, call: (tool, input, tell) => callTool(gateway, credential, tool, input, tell) };
}

/** Calls a tool from the command line. The value has the tool's own type, which the core's tests check against its schema. */
export async function callTool<Value>(gateway: Gateway, credential: Credential, tool: string, input: object, tell?: Tell): Promise<Value> {
  const answer = await gateway.call({
    tool: gateway.registry.named(tool),
    credential,
    origin: { entrance: 'cli' },
    requestId: newId('req', gateway.clock()),
    readArguments: () => input,
    argumentBytes: sizeOf(input),
    onProgress: ({ progress, total = 0, message }) => tell?.(progress, total, message),
  });
  if (!answer.ok) throw answer.error;
  return answer.value as Value;
}

/** Approximate size for the log, without serializing a file of megabytes again. */
function sizeOf(input: object): number {
  let size = 2;
  for (const [name, value] of Object.entries(input)) size += name.length + 4 + (typeof value === 'string' ? value.length : 8);
  return size;
}

async function chooseOrganization(store: Store, wanted: string | undefined): Promise<Organization> {
  const all = await store.read(() => store.organizations.list());
  const [first, another] = all;
  if (!first) throw new CommandError('there is no organization here yet: create one with "gatehouse init --org NAME --email ADDRESS"');
  if (wanted === undefined && !another) return first;
  const names = all.map(({ id, name }) => `${name} (${id})`).join(', ');
  if (wanted === undefined) throw new CommandError(`there are several organizations: choose one with --org: ${names}`);
  const matching = all.filter(({ id, name }) => id === wanted || name === wanted);
  const [only, second] = matching;
  if (only && !second) return only;
  if (second) throw new CommandError(`${matching.length} organizations are called "${wanted}": give the ID of one with --org: ${names}`);
  throw new CommandError(`there is no organization "${wanted}" here; there are: ${names}`);
}

async function choosePerson(store: Store, organization: Organization, email: string | undefined): Promise<Person> {
  const people = await store.read(() => store.people.list(organization.id));
  const found =
    email === undefined
      ? people.find(({ role }) => role === 'owner')
      : people.find((person) => person.email === email.trim().toLowerCase());
  if (found) return found;
  if (email === undefined) throw new CommandError(`${organization.name} has no owner; choose a person with --as EMAIL`);
  throw new CommandError(`no person in ${organization.name} has the address ${email}; "gatehouse people list" shows all people`);
}
