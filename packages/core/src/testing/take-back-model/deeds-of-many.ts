import type { Loose } from '../test-world.ts';
import type { Desk, Hand } from './hand.ts';
import type { Subject } from './model.ts';
import { type Actual, readSubject } from './read-subject.ts';

/**
 * Deletes a folder with its content: some items per call, until a call is refused or all are gone. Reads the content before, because a
 * take-back that is running may have restored some of it.
 */
export async function deleteFolder({ pick, call, now, note, desk }: Hand): Promise<void> {
  const folder = pick('folder');
  if (!folder || now(folder, 'isDeleted') === true) return;
  const before = await readEach(desk);
  let isDone = false;
  let isRefused = false;
  while (!isDone && !isRefused) {
    const answer = await call('delete_folder', { folderId: folder.id });
    isRefused = !answer.ok;
    isDone = answer.ok && (answer.value as Loose).isDone;
  }
  const inside = [...before].filter(([, was]) => was?.get('folderId') === folder.id);
  for (const [item] of inside) if ((await readSubject(desk, item)) === undefined) note(item, 'isDeleted', true);
  if (isDone) note(folder, 'isDeleted', true);
}

/** Restores an item, and with it its folder if that was deleted. */
export async function restoreItem({ pick, change, now, note, folderOf, desk }: Hand): Promise<void> {
  const item = pick('doc', 'file', 'skill');
  if (!item || now(item, 'isDeleted') !== true) return;
  const folder = folderOf(item);
  const wasThere = folder && (await readSubject(desk, folder)) !== undefined;
  await change(item, 'isDeleted', false, 'restore_item', (itemId) => ({ itemId }));
  if (folder && !wasThere && (await readSubject(desk, folder)) !== undefined) note(folder, 'isDeleted', false);
}

/** Takes back the agent's own last change. Every resulting difference is a change by the agent. */
export async function takeBackLast({ actor, call, now, note, desk }: Hand): Promise<void> {
  if (actor !== 'run' && actor !== 'other key') return;
  const before = await readEach(desk);
  if (!(await call('take_back', {})).ok) return;
  for (const [subject, is] of await readEach(desk)) {
    const was = before.get(subject);
    if ((is === undefined) !== (was === undefined)) note(subject, 'isDeleted', is === undefined);
    const namesBefore = is && was ? [...was.keys()] : [];
    for (const name of new Set([...(is?.keys() ?? []), ...namesBefore])) {
      const known = was ? was.get(name) : now(subject, name);
      if (!isSame(is?.get(name), known)) note(subject, name, is?.get(name));
    }
  }
}

const isSame = (one: unknown, other: unknown) => (one ?? null) === (other ?? null);

async function readEach(desk: Desk): Promise<Map<Subject, Actual>> {
  const states = new Map<Subject, Actual>();
  for (const subject of [...desk.subjects, ...desk.folders]) states.set(subject, await readSubject(desk, subject));
  return states;
}
