import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { callOn, createWorld, type World } from '../../testing/test-world.ts';
import { createAccessWatch } from '../callers/access-watch.ts';
import type { Answer } from '../calls/call.ts';
import { createItemFilter } from '../feeds/item-filter.ts';
import { createGateway, type Gateway } from './gateway.ts';

const email = 'ada@acme.test';
const neverThere = 'doc_01jd2x7q8me3k5w9t4v6b8n0r2';

type Act = (desk: Desk) => Promise<unknown>;

const shareWithAda: Act = ({ own, topId }) => own('share_folder', { folderId: topId, email });
const shareWithGroup: Act = ({ own, topId, groupId }) => own('share_folder', { folderId: topId, groupId });

/** Ways to give Ada's key access to a document, and to withdraw it. */
const withdrawn: Record<string, { give: Act; take: Act; endsStream?: true; isInTrash?: true }> = {
  'the share with a person': {
    give: shareWithAda,
    take: ({ own, topId }) => own('unshare_folder', { folderId: topId, email }),
  },
  'the share with a group': {
    give: shareWithGroup,
    take: ({ own, topId, groupId }) => own('unshare_folder', { folderId: topId, groupId }),
  },
  'the share with the organization': {
    give: ({ own, topId }) => own('share_folder', { folderId: topId, organization: true }),
    take: ({ own, topId }) => own('unshare_folder', { folderId: topId, organization: true }),
  },
  'the place in a group': {
    give: shareWithGroup,
    take: ({ own, groupId }) => own('remove_from_group', { groupId, emails: [email] }),
    endsStream: true,
  },
  'the group': {
    give: shareWithGroup,
    take: ({ own, groupId }) => own('delete_group', { groupId }),
    endsStream: true,
  },
  'the role of an admin': {
    give: ({ own }) => own('set_person_role', { email, role: 'admin' }),
    take: ({ own }) => own('set_person_role', { email, role: 'member' }),
  },
  'the place in a shared folder': {
    give: shareWithAda,
    take: ({ own, parentId }) => own('move_folder', { folderId: parentId, toTop: true }),
  },
  'the folder above': {
    give: shareWithAda,
    take: ({ own, parentId }) => own('delete_folder', { folderId: parentId }),
    isInTrash: true,
  },
  'a folder in the limits of the key': {
    give: shareWithAda,
    take: ({ own, keyId, otherId }) => own('edit_key', { keyId, folders: [{ folderId: otherId, access: 'write' }] }),
    endsStream: true,
  },
};

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(
    `a key that loses a right, in two processes on ${engine.name} (D25.5, D49.6, D73, D77)`,
    () => {
      let desk: Desk;
      beforeEach(async () => {
        desk = await openDesk(engine.dialect);
      });
      afterEach(async () => {
        for (const seat of desk.seats) await seat.leave();
        await desk.world[Symbol.asyncDispose]();
      });

      it.each(Object.entries(withdrawn))(
        'finds no trace of the document at its next call after losing %s',
        async (_name, { give, take, endsStream, isInTrash }) => {
          await give(desk);
          for (const seat of desk.seats) expect((await seat.call('read_doc', { docId: desk.docId })).ok).toBe(true);
          const streams = await Promise.all(desk.seats.map((seat) => seat.listen()));
          await take(desk);
          for (const seat of desk.seats) {
            for (const [tool, input] of Object.entries({ read_doc: {}, list_versions: {}, append_doc: { text: 'x' } }))
              expect(await refusalOf(seat, tool, { docId: desk.docId, ...input })).toEqual(
                await refusalOf(seat, tool, { docId: neverThere, ...input }),
              );
            // The history includes items in the trash for people who would see them after a restore (D65.8).
            const history = isInTrash ? {} : { list_changes: { since: 0 } };
            for (const [tool, input] of Object.entries({ list_docs: {}, search: { query: 'needle' }, ...history }))
              expect(JSON.stringify(await seat.call(tool, input))).not.toContain(desk.docId);
          }
          if (endsStream) for (const { ended } of streams) await ended;
          await desk.world.call(desk.world.owner, 'append_doc', { docId: desk.docId, text: 'more' });
          await desk.own('append_doc', { docId: desk.lastId, text: 'more' });
          for (const { told, toldOfLast } of streams) {
            await toldOfLast;
            expect(told).toEqual([]);
          }
        },
      );

      it('cannot change anything from the next call on while agents are read-only, and hears that its tools changed (D85)', async () => {
        const { own, docId } = desk;
        await shareWithAda(desk);
        const streams = await Promise.all(desk.seats.map((seat) => seat.listen()));
        await own('set_agents_read_only', { readOnly: true });
        for (const seat of desk.seats) {
          expect((await seat.call('read_doc', { docId })).ok).toBe(true);
          expect(await refusalOf(seat, 'append_doc', { docId, text: 'x' })).toMatchObject({ status: 403, reason: 'agents_read_only' });
        }
        for (const { changed } of streams) await changed;
      });
    },
  );
}

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** The owner's document two folders deep, and a key of Ada, who sees none of it yet, in two processes. */
async function openDesk(engine: World['store']['dialect']) {
  const world = await createWorld({ engine });
  const { settings, registry, clock } = world.gateway;
  const report = ({ cause }: Error) => expect.unreachable(String(cause));
  const other = createGateway({ store: await world.openAnother(), registry, settings, clock, report });
  const ada = await world.addPerson(email);
  const own = (tool: string, input: object) => world.ok(world.owner, tool, input);
  const { id: topId } = await own('create_folder', { name: 'Top' });
  const { id: parentId } = await own('create_folder', { name: 'Parent', parentId: topId });
  const { docId } = await own('create_doc', { title: 'Plan', bodyMarkdown: 'A needle.', folderId: parentId });
  const { id: hiddenId } = await own('create_folder', { name: 'Hidden' });
  const { docId: lastId } = await own('create_doc', { title: 'Last', folderId: hiddenId });
  const { groupId } = await own('create_group', { name: 'Design', emails: [email] });
  const { id: otherId } = await world.ok(ada, 'create_folder', { name: 'Other' });
  const { id: agentId } = await world.ok(ada, 'create_agent', { name: 'robot' });
  const { key, keyId } = await world.ok(ada, 'create_key', { agentId, access: 'write' });
  const seats = [world.gateway, other].map((gateway) => seatAt(gateway, { type: 'key', key }, world.owner, lastId));
  return { world, own, seats, topId, parentId, docId, lastId, groupId, otherId, keyId };
}

type Seat = ReturnType<typeof seatAt>;

/** A key in one process. */
function seatAt(gateway: Gateway, key: Credential, owner: Credential, lastId: string) {
  const { store, registry, clock } = gateway;
  const faults: unknown[] = [];
  const report = (error: unknown) => void faults.push(error);
  const leaving: (() => unknown)[] = [];
  return {
    call: (tool: string, input: object): Promise<Answer> => callOn(gateway, key, tool, input, { origin: { entrance: 'http' } }),

    /** Listens for changes until the key may see less. The owner hears of a last document after the key has heard of all others. */
    async listen() {
      const [ended, changed, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const told: string[] = [];
      const note = (isNarrower: boolean) => (isNarrower ? ended : changed).resolve();
      const access = createAccessWatch({ store, clock, report });
      const items = createItemFilter({ store, registry, clock, report });
      const hear = (itemId: string) => void told.push(itemId);
      leaving.push(
        await access.watch(key, () => ended.resolve(), note),
        await items.watch(key, () => true, hear),
        await items.watch(
          owner,
          (itemId) => itemId === lastId,
          () => last.resolve(),
        ),
      );
      return { told, ended: ended.promise, changed: changed.promise, toldOfLast: last.promise };
    },

    async leave() {
      // A look that is under way when its stream is left may find the database closed.
      expect(faults).toEqual([]);
      for (const end of leaving) await end();
    },
  };
}

/** Refusal of a call, without the identifier that it names. */
async function refusalOf(seat: Seat, tool: string, input: { docId: string; text?: string }) {
  const answer = await seat.call(tool, input);
  if (answer.ok) return 'ok';
  const { status, code, reason, message } = answer.error;
  return { status, code, reason, message: message.replaceAll(input.docId, '<id>') };
}
