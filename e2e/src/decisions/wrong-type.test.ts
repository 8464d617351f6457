import { type AnyDefinition, agentTools } from '@gatehouse/core';
import { describe, expect, it } from 'vitest';
import { identifierArguments, validInput } from '../matrix/cases.ts';
import { createSurroundings, type ItemKind, kindOfArgument } from '../matrix/named-items.ts';
import { openDesk } from './desk.ts';

const words: Record<Exclude<ItemKind, 'item'>, string> = {
  doc: 'document',
  file: 'file',
  skill: 'skill',
  folder: 'folder',
  task: 'task',
  comment: 'comment',
  connection: 'connection',
};
const kinds = Object.keys(words) as (keyof typeof words)[];
const tools: readonly AnyDefinition[] = agentTools;

/** Every identifier argument of every tool × every kind that it does not take. */
const mistakes = tools.flatMap((definition) =>
  identifierArguments(definition).flatMap((argument) =>
    kinds.filter((kind) => !takes(definition.name, argument, kind)).map((kind) => ({ definition, argument, kind })),
  ),
);

describe('an identifier of the wrong type that the key can see (D4)', () => {
  it('is answered by every tool with the type of the item, and with tools for that type', async () => {
    await using desk = await openDesk();
    const surroundings = await createSurroundings({ ...desk, addPerson: async () => desk.person });
    const ids = new Map<ItemKind, string>();
    for (const kind of kinds) ids.set(kind, await surroundings.own(kind));
    for (const { definition, argument, kind } of mistakes) {
      const input = { ...(await validInput(definition, argument)(surroundings)), [argument]: ids.get(kind) };
      const { reason, message = '' } = await desk.reply(definition.name, input);
      const mistake = `${definition.name}.${argument} of a ${kind}: ${message}`;
      expect(reason, mistake).toBe('wrong_type');
      const [, word, named = '', as] = /^this is a (\w+): ([\w, ]+) (?:takes? it as "(\w+)"|shows it)$/.exec(message) ?? [];
      expect(word, mistake).toBe(words[kind]);
      for (const name of named.split(/, | and /)) {
        expect(
          tools.map((tool) => tool.name),
          mistake,
        ).toContain(name);
        expect(as === undefined || takes(name, as, kind), mistake).toBe(true);
      }
    }
    expect(mistakes.length).toBeGreaterThan(100);
  });

  it('is answered with the equivalent tool for the item', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'A', bodyMarkdown: 'a' });
    const { id: fileId } = await desk.ok('write_file', { name: 'a.txt', content: 'a' });
    const { id: skillId } = await desk.ok('write_skill', { name: 'a', description: 'a', content: 'a' });
    const edit = { oldText: 'a', newText: 'b' };
    expect(await desk.complaint('read_file', { fileId: docId })).toBe('this is a document: read_doc takes it as "docId"');
    expect(await desk.complaint('read_doc', { docId: skillId })).toBe('this is a skill: read_file takes it as "fileId"');
    expect(await desk.complaint('edit_file', { fileId: skillId, ...edit })).toBe('this is a skill: edit_skill takes it as "fileId"');
    expect(await desk.complaint('edit_skill', { fileId, ...edit })).toBe('this is a file: edit_file takes it as "fileId"');
    expect(await desk.complaint('delete_doc', { docId: fileId })).toBe('this is a file: delete_file takes it as "fileId"');
    expect(await desk.complaint('read_lines', { fileId: docId })).toBe('this is a document: read_lines takes it as "docId"');
    expect(await desk.complaint('list_docs', { folderId: docId })).toBe('this is a document: read_doc takes it as "docId"');
  });
});

/** `itemId` names any item, `fileId` files and skills, but where a tool is for one of them. */
function takes(tool: string, argument: string, kind: ItemKind): boolean {
  const wanted = kindOfArgument(tool, argument);
  if (wanted === 'item') return kind === 'doc' || kind === 'file' || kind === 'skill';
  return kind === wanted || (kind === 'skill' && wanted === 'file' && tool !== 'edit_file' && tool !== 'write_file');
}
