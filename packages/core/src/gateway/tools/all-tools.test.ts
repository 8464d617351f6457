import { describe, expect, expectTypeOf, it } from 'vitest';
import { allTools, type Tools } from './all-tools.ts';

/** A program that calls tools by `Tools` alone. */
function call<Name extends keyof Tools>(_name: Name, _input: Tools[Name]['input']): void {}

type NamesFor<Audience> = { [Name in keyof Tools]: Tools[Name]['audience'] extends Audience ? Name : never }[keyof Tools];

// `tsc -b` checks this file: an expected error that does not come is one.
describe('the types of the tools', () => {
  it('accept correct arguments, and no wrong ones', () => {
    call('edit_doc', { docId: 'doc_1', oldText: 'a', newText: 'b' });
    call('create_key', { agentId: 'agent_1', access: 'read' });
    // @ts-expect-error: newText is missing
    call('edit_doc', { docId: 'doc_1', oldText: 'a' });
    // @ts-expect-error: a document's identifier is text
    call('edit_doc', { docId: 1, oldText: 'a', newText: 'b' });
    // @ts-expect-error: no argument of edit_doc
    call('edit_doc', { docId: 'doc_1', oldText: 'a', newText: 'b', text: 'c' });
    // @ts-expect-error: no access level
    call('create_key', { agentId: 'agent_1', access: 'everything' });
    // @ts-expect-error: no tool
    call('no_such_tool', {});
  });

  it('include the result of each tool', () => {
    expectTypeOf<Tools['read_doc']['output']['bodyMarkdown']>().toEqualTypeOf<string | null>();
    expectTypeOf<Tools['add_person']['output']['role']>().toEqualTypeOf<'owner' | 'admin' | 'member'>();
    expectTypeOf<Tools['add_connection']['output']['tools']>().toEqualTypeOf<string[]>();
  });

  it('include the caller of each tool', () => {
    expectTypeOf<'read_doc'>().toExtend<NamesFor<'agent'>>();
    expectTypeOf<NamesFor<'operator'>>().toEqualTypeOf<
      | 'add_command_connection'
      | 'create_organization'
      | 'create_set_up_link'
      | 'list_all_connect_attempts'
      | 'list_organizations'
      | 'set_up_organization'
    >();
    expectTypeOf<'create_key'>().not.toExtend<NamesFor<'agent'>>();
  });

  it('name every existing tool', () => {
    expectTypeOf<string>().not.toExtend<keyof Tools>();
    expect(new Set(allTools.map(({ name }) => name)).size).toBe(allTools.length);
  });
});
