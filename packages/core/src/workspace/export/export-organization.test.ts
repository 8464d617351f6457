import { testEngines } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

/** All lines, and the largest number of bytes in one call. */
async function exportAll(world: World): Promise<{ lines: Loose[]; largest: number; parts: number }> {
  let [text, largest, parts, cursor] = ['', 0, 0, undefined as string | null | undefined];
  while (cursor !== null) {
    const part: Loose = await world.ok(world.owner, 'export_organization', cursor ? { cursor } : {});
    text += part.text;
    largest = Math.max(largest, part.text.length);
    parts++;
    cursor = part.nextCursor;
  }
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { lines, largest, parts };
}

for (const { name, dialect, missing } of testEngines()) {
  describe.skipIf(missing !== undefined)(`export_organization (D53) on ${name}`, () => {
    it('returns an owner the whole organization in parts, and nothing of another one', async () => {
      await using world = await createWorld({ engine: dialect });
      const member = await world.addPerson('member@acme.test');
      const { id: folderId } = await world.ok(member, 'create_folder', { name: 'Private' });
      const body = 'x'.repeat(300_000);
      const docs: string[] = [];
      for (let number = 0; number < 5; number++)
        docs.push((await world.ok(member, 'create_doc', { title: `Plan ${number}`, bodyMarkdown: body, folderId })).docId);
      const bytes = Buffer.from([0, 1, 2, 255, 254]);
      const file = await world.ok(member, 'write_file', { name: 'a.bin', contentBase64: bytes.toString('base64') });
      await world.ok(member, 'write_file', { name: 'b.txt', content: 'two\nlines' });
      const { docId: gone } = await world.ok(member, 'create_doc', { title: 'Gone' });
      await world.ok(member, 'delete_doc', { docId: gone });
      await world.key(member, 'read');
      const task = await world.ok(member, 'create_task', { title: 'Write' });
      const { commentId: onFile } = await world.ok(member, 'add_comment', { itemId: file.id, text: 'Kept?' });
      const { commentId: onTask } = await world.ok(member, 'add_comment', { taskId: task.taskId, text: 'Soon?' });
      const trashed = await world.ok(member, 'create_doc', { title: 'Trashed' });
      await world.ok(member, 'add_comment', { itemId: trashed.docId, text: 'Gone.' });
      await world.ok(member, 'delete_doc', { docId: trashed.docId });
      const other = await world.ok({ type: 'operator' }, 'create_organization', { name: 'Other', ownerEmail: 'olga@other.test' });
      await world.ok({ type: 'person', orgId: other.orgId, personId: other.ownerId }, 'create_doc', { title: 'Elsewhere' });

      const { lines, largest, parts } = await exportAll(world);
      const of = (record: string) => lines.filter((line) => line.record === record);
      expect(of('organization')).toEqual([expect.objectContaining({ id: world.orgId, name: 'Acme' })]);
      expect(
        of('person')
          .map(({ email }) => email)
          .sort(),
      ).toEqual(['member@acme.test', 'owner@acme.test']);
      expect(
        of('comment')
          .map(({ commentId, text }) => [commentId, text])
          .toSorted(),
      ).toEqual(
        [
          [onFile, 'Kept?'],
          [onTask, 'Soon?'],
        ].toSorted(),
      );
      expect(of('agent').map((agent) => agent.name)).toEqual(['test agent']);
      expect(of('folder')).toEqual([expect.objectContaining({ id: folderId, name: 'Private', sharedWith: [] })]);
      expect(of('task')).toEqual([expect.objectContaining({ taskId: task.id ?? task.taskId, title: 'Write' })]);
      expect(
        of('doc')
          .filter(({ id }) => docs.includes(id))
          .map(({ content }) => content.length),
      ).toEqual(docs.map(() => body.length));
      expect(of('doc').some(({ id, name }) => id === gone || name === 'Elsewhere')).toBe(false);
      expect(
        of('file')
          .map(({ content, contentBase64 }) => content ?? contentBase64)
          .sort(),
      ).toEqual([bytes.toString('base64'), 'two\nlines'].sort());
      expect(of('file').find(({ id }) => id === file.id)).toMatchObject({ name: 'a.bin', sizeBytes: 5 });
      expect(new Set(lines.map(({ id, taskId, commentId }) => id ?? taskId ?? commentId)).size).toBe(lines.length);
      expect(largest).toBeLessThan(2 * 1024 * 1024);
      expect(parts).toBeGreaterThan(6);
    });

    it('is only for owners', async () => {
      await using world = await createWorld({ engine: dialect });
      expect(await world.refused(await world.addPerson('admin@acme.test', 'admin'), 'export_organization')).toBe('forbidden');
      expect(await world.refused(world.owner, 'export_organization', { cursor: 'eA' })).toBe('invalid_request/invalid_cursor');
    });
  });
}
