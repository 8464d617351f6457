import { testEngines } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';

for (const { name, dialect, missing } of testEngines()) {
  describe.skipIf(missing !== undefined)(`organization_settings on ${name}`, () => {
    it('shows owners and admins the settings in force, and the space that items use', async () => {
      await using world = await createWorld({ engine: dialect });
      const before = await world.ok(world.owner, 'organization_settings');
      expect(before).toMatchObject({
        organization: { id: world.orgId, name: 'Acme' },
        limits: { callsPerMinute: 100_000, sessionCallsPerMinute: 600, documentBytes: 1_048_576, fileBytes: 26_214_400 },
        retention: { activityDays: null, trashDays: 30 },
        storage: { files: { items: 0, bytes: 0 }, skills: { items: 1 }, trash: { items: 0, bytes: 0 }, isWhole: true },
        about: { version: null, engine: dialect, baseUrl: 'http://gatehouse.test' },
      });
      const other = await world.ok({ type: 'operator' }, 'create_organization', { name: 'Other', ownerEmail: 'olga@other.test' });
      const olga = { type: 'person' as const, orgId: other.orgId, personId: other.ownerId };
      await world.ok(olga, 'create_doc', { title: 'Elsewhere', bodyMarkdown: 'x'.repeat(1000) });
      const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Gone', bodyMarkdown: '12345' });
      const here = await world.ok(world.owner, 'create_doc', { title: 'Here', bodyMarkdown: '1234567' });
      await world.ok(world.owner, 'add_comment', { itemId: here.docId, text: 'Größe?', quote: '123' });
      await world.ok(world.owner, 'write_file', { name: 'a.txt', content: '123' });
      await world.ok(world.owner, 'delete_doc', { docId });
      const { documents, skills } = before.storage;
      expect((await world.ok(world.owner, 'organization_settings')).storage).toEqual({
        documents: { items: documents.items + 1, bytes: documents.bytes + 7 },
        files: { items: 1, bytes: 3 },
        skills,
        trash: { items: 1, bytes: 5 },
        textOfFiles: { items: 0, bytes: 0 },
        comments: { items: 1, bytes: 11 },
        isWhole: true,
      });
      const admin = await world.addPerson('admin@acme.test', 'admin');
      await world.ok(admin, 'organization_settings');
      expect(await world.refused(await world.addPerson('member@acme.test'), 'organization_settings')).toBe('forbidden');
    });
  });
}
