import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Skill, SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openWorld, type PersonCredential, type World } from '../kit/world.ts';

const members = ['ada', 'bob', 'eve'] as const;

interface Plan {
  folders: { owner: number; sharedWith: number[]; isOpen: boolean }[];
  /** Index of the folder. An index past the last one means outside of all folders. */
  skills: { folder: number; isDeleted: boolean }[];
}

const anyPlan: fc.Arbitrary<Plan> = fc.record({
  folders: fc.array(fc.record({ owner: fc.nat(2), sharedWith: fc.uniqueArray(fc.nat(2), { maxLength: 2 }), isOpen: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  skills: fc.array(fc.record({ folder: fc.nat(3), isDeleted: fc.boolean() }), { minLength: 1, maxLength: 4 }),
});

interface Placed {
  id: string;
  address: string;
  text: string;
  digest: string;
  isVisible: (viewer: number) => boolean;
}

it('skills over MCP follow one visibility rule for each key: lists, entries, directories, files, digests and resources (D5, D72.10)', async () => {
  await using world = await openWorld();
  await fc.assert(
    fc.asyncProperty(anyPlan, async (plan) => {
      const tenant = await world.addOrganization('Plan');
      for (const { id } of (await world.as(tenant.owner, 'list_skills', {})).skills)
        await world.as(tenant.owner, 'delete_file', { fileId: id });
      const people = await Promise.all(members.map((name) => tenant.addPerson(`${name}@${tenant.orgId.replaceAll('_', '-')}.test`)));
      const placed = await place(world, tenant.owner, people, plan);
      for (const [viewer, person] of people.entries()) {
        const { key } = await world.createKey(person, 'read');
        const expected = placed.filter(({ isVisible }) => isVisible(viewer));
        const client = new Client({ name: 'oracle', version: '1' }, { versionNegotiation: { mode: 'auto' } });
        const requestInit = { headers: { Authorization: `Bearer ${key}` } };
        await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { requestInit }));
        const skills = new SkillsClient(client);
        expect((await skills.list()).skills.map(({ uri }) => uri).toSorted()).toEqual(uris(expected));
        const listed = (await client.listResources()).resources.filter(({ uri }) => uri.startsWith('gatehouse://skills/'));
        expect(listed.map(({ uri }) => uri).toSorted()).toEqual(expected.map(({ id }) => `gatehouse://skills/${id}`).toSorted());
        for (const skill of placed) {
          const { id, address, text, digest } = skill;
          const main = `${address}/SKILL.md`;
          const reads = await Promise.allSettled([
            skills.get(main).then((found: { skill: Skill }) => found.skill.uri),
            skills.readDirectory(address).then(({ resources }) => resources.map(({ name }) => name).join()),
            skills.readDirectory(`${address}/references`).then(({ resources }) => resources.map(({ name }) => name).join()),
            textAt(client, main),
            textAt(client, `${address}/references/x.md`),
            textAt(client, `${address}/references/x.md?digest=${digest}`),
            textAt(client, `gatehouse://skills/${id}`),
          ]);
          const seen = [main, 'SKILL.md,references', 'x.md', expect.stringContaining(text), text, text, expect.stringContaining(text)];
          const found = reads.map((read) => (read.status === 'fulfilled' ? read.value : 'refused'));
          expect(found).toEqual(skill.isVisible(viewer) ? seen : seen.map(() => 'refused'));
          for (const read of reads) if (read.status === 'rejected') expect(String(read.reason)).not.toContain(text);
        }
        await client.close();
      }
    }),
    { numRuns: 8, seed: 20261125 },
  );
  expect(world.faults).toEqual([]);
});

const uris = (skills: readonly Placed[]) => skills.map(({ address }) => `${address}/SKILL.md`).toSorted();

async function textAt(client: Client, uri: string): Promise<string> {
  const [content] = (await client.readResource({ uri })).contents;
  return content && 'text' in content ? content.text : 'no text';
}

async function place(world: World, owner: PersonCredential, people: readonly PersonCredential[], plan: Plan): Promise<Placed[]> {
  const folderIds: string[] = [];
  for (const [index, { owner: by, sharedWith, isOpen }] of plan.folders.entries()) {
    const person = people[by] as PersonCredential;
    const { id: folderId } = await world.as(person, 'create_folder', { name: `folder ${index}` });
    for (const other of sharedWith) {
      const { email } = await world.as(people[other] as PersonCredential, 'whoami', {}).then(({ person: found }) => found);
      await world.as(person, 'share_folder', { folderId, email });
    }
    if (isOpen) await world.as(person, 'share_folder', { folderId, organization: true });
    folderIds.push(folderId);
  }
  const placed: Placed[] = [];
  for (const [index, { folder, isDeleted }] of plan.skills.entries()) {
    const [folderId, text] = [folderIds[folder], `needle ${index}`];
    const input = {
      name: `skill-${index}`,
      description: 'Has a needle.',
      content: text,
      files: [{ path: 'references/x.md', content: text }],
    };
    const { id } = await world.as(owner, 'write_skill', { ...input, ...(folderId !== undefined && { folderId }) });
    const { address, manifest } = await world.as(owner, 'read_skill_files', { fileId: id, paths: [] });
    if (isDeleted) await world.as(owner, 'delete_file', { fileId: id });
    const { sha256 } = manifest.find(({ path }: { path: string }) => path === 'references/x.md');
    const of = plan.folders[folder];
    const mayEnter = (viewer: number) => of === undefined || of.isOpen || of.owner === viewer || of.sharedWith.includes(viewer);
    placed.push({ id, address, text, digest: `sha256:${sha256}`, isVisible: (viewer) => !isDeleted && mayEnter(viewer) });
  }
  return placed;
}
