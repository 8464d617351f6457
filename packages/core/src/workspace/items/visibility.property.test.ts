import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { createWorld, type Loose } from '../../testing/test-world.ts';

const members = ['ada', 'bob', 'eve'] as const;

interface Plan {
  folders: { owner: number; sharedWith: number[]; isOpen: boolean }[];
  /** By whom, and in which of the folders: past the last one is outside of all. */
  docs: { folder: number; isDeleted: boolean }[];
}

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  folders: fc.array(fc.record({ owner: fc.nat(2), sharedWith: fc.uniqueArray(fc.nat(2), { maxLength: 2 }), isOpen: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  docs: fc.array(fc.record({ folder: fc.nat(4), isDeleted: fc.boolean() }), { minLength: 1, maxLength: 6 }),
});

it('one rule decides what a person sees in lists, search and reading: own, shared, and open folders, and what is in none (D5, D25)', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlan, async ({ folders, docs }) => {
      await using world = await createWorld();
      const people = await Promise.all(members.map((name) => world.addPerson(`${name}@acme.test`)));
      const folderIds: string[] = [];
      for (const [index, { owner, sharedWith, isOpen }] of folders.entries()) {
        const by = people[owner]!;
        const { id: folderId } = await world.ok(by, 'create_folder', { name: `folder ${index}` });
        for (const person of sharedWith) await world.ok(by, 'share_folder', { folderId, email: `${members[person]}@acme.test` });
        if (isOpen) await world.ok(by, 'share_folder', { folderId, organization: true });
        folderIds.push(folderId);
      }
      const docIds: string[] = [];
      for (const [index, { folder, isDeleted }] of docs.entries()) {
        const folderId = folderIds[folder];
        const { docId } = await world.ok(world.owner, 'create_doc', {
          title: `doc ${index}`,
          bodyMarkdown: 'needle',
          ...(folderId && { folderId }),
        });
        if (isDeleted) await world.ok(world.owner, 'delete_doc', { docId });
        docIds.push(docId);
      }

      const mayEnter = (viewer: number | 'owner', folder: number): boolean => {
        const plan = folders[folder];
        if (viewer === 'owner' || plan === undefined) return true;
        return plan.isOpen || plan.owner === viewer || plan.sharedWith.includes(viewer);
      };
      const viewers: [number | 'owner', Credential][] = [
        ['owner', world.owner],
        ...people.map((person, index): [number, Credential] => [index, person]),
      ];
      for (const [viewer, credential] of viewers) {
        const visible = docIds.filter((_, index) => !docs[index]!.isDeleted && mayEnter(viewer, docs[index]!.folder)).sort();
        const listed = (await world.ok(credential, 'list_docs')).docs.filter(({ isSystem }: Loose) => !isSystem);
        expect(listed.map(({ id }: Loose) => id).sort()).toEqual(visible);
        const found = (await world.ok(credential, 'search', { query: 'needle' })).results;
        expect(found.map(({ id }: Loose) => id).sort()).toEqual(visible);
        const read = await Promise.all(docIds.map(async (docId) => (await world.call(credential, 'read_doc', { docId })).ok));
        expect(docIds.filter((_, index) => read[index]).sort()).toEqual(visible);
        const entered = (await world.ok(credential, 'list_folders')).folders.map(({ id }: Loose) => id).sort();
        expect(entered).toEqual(folderIds.filter((_, index) => mayEnter(viewer, index)).sort());
      }
    }),
    { numRuns: 40 },
  );
});
