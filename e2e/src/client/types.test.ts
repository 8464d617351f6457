import type { Client, Tools } from '@gatehouse/client';
import type { Tools as GatewayTools } from '@gatehouse/core';
import { expect, it } from 'vitest';

/** The tools that keys call. */
type AgentTools = { [Name in keyof GatewayTools as GatewayTools[Name]['audience'] extends 'agent' ? Name : never]: GatewayTools[Name] };

/** The same type, with its parts written out. */
type Plain<T> = T extends readonly (infer Entry)[] ? Plain<Entry>[] : T extends object ? { [Field in keyof T]: Plain<T[Field]> } : T;

type Same<One, Other> = (<T>() => T extends Plain<One> ? 1 : 2) extends <T>() => T extends Plain<Other> ? 1 : 2 ? true : false;

/** The tools whose result is not the same in the client and in the gateway. */
type Different = {
  [Name in keyof AgentTools]: Same<AgentTools[Name]['output'], Tools[Name]['output']> extends true ? never : Name;
}[keyof AgentTools];

/** The tools whose arguments the gateway would not read. */
type Refused = { [Name in keyof AgentTools]: Tools[Name]['input'] extends AgentTools[Name]['input'] ? never : Name }[keyof AgentTools];

const different: [Different] extends [never] ? true : Different = true;
const refused: [Refused] extends [never] ? true : Refused = true;
const sameNames: Same<keyof AgentTools, keyof Tools> = true;

/** Never called: the compiler reads it, and each line but the first two has a mistake. */
async function mistakes(client: Client): Promise<void> {
  await client.readDoc({ docId: 'doc_1', version: 2 });
  await client.call('list_tasks', { status: 'todo' });
  // @ts-expect-error no such tool
  await client.readDocument({ docId: 'doc_1' });
  // @ts-expect-error no such tool
  await client.call('read_document', { docId: 'doc_1' });
  // @ts-expect-error no such argument
  await client.readDoc({ docId: 'doc_1', body: true });
  // @ts-expect-error a needed argument is missing
  await client.readDoc({});
  // @ts-expect-error a needed argument is missing
  await client.createTask();
  // @ts-expect-error a number is not an identifier
  await client.readDoc({ docId: 1 });
  // @ts-expect-error no such status
  await client.listTasks({ status: 'open' });
  // @ts-expect-error no such field of a result
  (await client.whoami()).organization;
  // @ts-expect-error a body may be null
  (await client.readDoc({ docId: 'doc_1' })).bodyMarkdown.length;
  // @ts-expect-error a tool that has no pages
  client.each('whoami');
  // @ts-expect-error entries are documents
  for await (const doc of client.each('list_docs')) doc.taskId;
  // @ts-expect-error a list that says no changes
  client.follow('list_members');
}

it('has the types of the gateway, and rejects arguments that the gateway would refuse', () => {
  expect([different, refused, sameNames]).toEqual([true, true, true]);
  expect(mistakes).toBeTypeOf('function');
});
