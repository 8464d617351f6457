import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import type { AnyDefinition } from '../../kernel/context/tool.ts';
import { isIdentifier } from '../../kernel/schema/schema.ts';
import { callOn, createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { openWaitingGateway, retryOnce } from '../../testing/waiting-gateway.ts';
import { agentTools } from '../tools/all-tools.ts';

type WorkspaceTool = Extract<AnyDefinition, { kind: 'workspace' }>;
interface Named {
  tool: WorkspaceTool;
  argument: string;
}

/** Arguments that name something outside of folders, or nothing that is stored. */
const elsewhere = new Set(['taskId', 'startingAfter', 'connectionId']);
const named = (agentTools as readonly AnyDefinition[]).flatMap((tool): Named[] => {
  if (tool.kind !== 'workspace') return [];
  const isNamed = ([argument, schema]: [string, z.ZodType]) => isIdentifier(schema) && !elsewhere.has(argument);
  return Object.entries(tool.input.shape as Record<string, z.ZodType>)
    .filter(isNamed)
    .map(([argument]) => ({ tool, argument }));
});

/** Does a tool's work, drops it, waits, and does it again in a second transaction. */
function repeating(tool: AnyDefinition): AnyDefinition {
  if (tool.kind !== 'workspace') return tool;
  return {
    ...tool,
    *run(context: ToolContext, input: never) {
      const value = yield* tool.run(context, input);
      if (!context.call.effects.moved.merged) throw retryOnce();
      return value;
    },
  } as AnyDefinition;
}

describe('a share that ends while a call waits (D1)', () => {
  let world: World;
  let key: string;
  let between: () => Promise<unknown>;
  let call: (tool: string, input: object) => Promise<string>;
  beforeAll(async () => {
    world = await createWorld();
    key = await world.key(await world.addPerson('ada@acme.test'), 'write');
    const gateway = openWaitingGateway(world, agentTools.map(repeating), () => between());
    call = async (tool, input) => {
      const answer = await callOn(gateway, key, tool, input);
      return answer.ok ? 'ok' : `${answer.error.code}/${answer.error.reason}`;
    };
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  const as = (tool: string, input: object) => world.ok(world.owner, tool, input);
  let made = 0;
  /** Items of the owner in a folder that the member can write to. */
  async function share() {
    const number = ++made;
    const { id: folderId } = await as('create_folder', { name: `Folder ${number}` });
    const { groupId } = await as('create_group', { name: `Group ${number}`, emails: ['ada@acme.test'] });
    await as('share_folder', { folderId, groupId, access: 'write' });
    const text = '# Notes\n\n- Faster search\n';
    const { docId } = await as('create_doc', { title: `Notes ${number}`, bodyMarkdown: 'first', folderId });
    await as('update_doc', { docId, bodyMarkdown: text, changeSummary: 'second' });
    const { id: fileId } = await as('write_file', { name: `notes-${number}.txt`, content: 'first', folderId });
    await as('write_file', { fileId, content: text });
    const files = [{ path: 'references/style.md', content: 'Be brief.' }];
    const { id: skillId } = await as('write_skill', { name: `notes-${number}`, description: 'Notes.', content: text, files, folderId });
    const { commentId } = await as('add_comment', { itemId: docId, text: 'Why?' });
    return { folderId, groupId, docId, fileId, skillId, commentId };
  }
  type Shared = Awaited<ReturnType<typeof share>>;

  function inputOf({ tool, argument }: Named, { folderId, docId, fileId, skillId, commentId }: Shared): Loose {
    const ids: Record<string, string> = { folderId, parentId: folderId, docId, itemId: docId, id: docId, commentId, answerTo: commentId };
    ids.fileId = tool.name.includes('skill') ? skillId : fileId;
    const input: Loose = { ...tool.example.input, [argument]: '' };
    // The example names a document, and the tool takes only one of these arguments.
    if (argument === 'fileId') delete input.docId;
    if (tool.name === 'list_changes' && argument === 'folderId') delete input.itemId;
    if (argument === 'answerTo') for (const name of ['itemId', 'quote']) delete input[name];
    for (const name of Object.keys(input)) if (ids[name]) input[name] = ids[name];
    return input;
  }

  const ends: Record<string, (shared: Shared) => Promise<unknown>> = {
    'the folder is no longer shared': ({ folderId, groupId }) => as('unshare_folder', { folderId, groupId }),
    'the person leaves the group': ({ groupId }) => as('remove_from_group', { groupId, emails: ['ada@acme.test'] }),
  };
  it.each(Object.entries(ends))('refuses each tool and argument that names something in a folder when %s', async (_what, end) => {
    for (const one of named) {
      const { tool, argument } = one;
      const outcomes: string[] = [];
      for (const happens of [async () => {}, end]) {
        const shared = await share();
        between = () => happens(shared);
        outcomes.push(await call(tool.name, inputOf(one, shared)));
      }
      expect([tool.name, argument, ...outcomes]).toEqual([tool.name, argument, 'ok', 'invalid_request/no_such_item']);
    }
  });
});
