import type { AccessLevel } from '@gatehouse/domain';
import { type Asked, emailOf } from './cast.ts';
import { type Access, accessOf, type PlacedFolder } from './rules.ts';
import { expectAnswer, owning, type Turn } from './turn.ts';

export async function share(turn: Turn): Promise<void> {
  const other = turn.other.person;
  await changeSharing(turn, { email: emailOf(other) }, ({ shares }, access) => setOrDelete(shares, other, access));
}

export async function shareWithGroup(turn: Turn): Promise<void> {
  const { cast, step } = turn;
  const group = step.other % cast.groupIds.length;
  await changeSharing(turn, { groupId: cast.groupIds[group] }, ({ groupShares }, access) => setOrDelete(groupShares, group, access));
}

export async function shareWithAll(turn: Turn): Promise<void> {
  await changeSharing(turn, { organization: true }, (folder, access) => {
    folder.everyone = access;
  });
}

export async function join(turn: Turn): Promise<void> {
  const { cast, step, actor } = turn;
  const group = step.other % cast.groupIds.length;
  const input = { groupId: cast.groupIds[group], emails: [emailOf(actor.person)] };
  await expectAnswer(turn, 'ok', ['add_to_group', input], cast.owner);
  cast.rights.groups[group]!.add(actor.person);
}

export async function leave(turn: Turn): Promise<void> {
  const { cast, step } = turn;
  const group = step.other % cast.groupIds.length;
  const [person] = cast.rights.groups[group]!;
  if (person === undefined) return;
  const input = { groupId: cast.groupIds[group], emails: [emailOf(person)] };
  await expectAnswer(turn, 'ok', ['remove_from_group', input], cast.owner);
  cast.rights.groups[group]!.delete(person);
}

/** Limits a key to up to two folders that its person sees, or removes its limits. */
export async function limit(turn: Turn): Promise<void> {
  const { cast, step, folder, into } = turn;
  const keys = cast.actors.filter(({ key }) => key !== null);
  const actor = keys[step.actor % keys.length]!;
  const person = cast.people[actor.person]!;
  const limits = new Map<string, AccessLevel>();
  for (const [at, one] of [folder, into].entries()) {
    const own = one && accessOf(cast.rights, person, one.id);
    // A key cannot write where its person only reads.
    if (one && own) limits.set(one.id, own === 'read' || at === step.other % 2 ? 'read' : 'write');
  }
  const { keyId } = actor.key!;
  const folders = Array.from(limits, ([folderId, access]) => ({ folderId, access }));
  await expectAnswer(turn, 'ok', ['edit_key', folders.length > 0 ? { keyId, folders } : { keyId, clear: ['folders'] }], person);
  actor.key!.limits = limits.size > 0 ? limits : null;
}

export async function setRole(turn: Turn): Promise<void> {
  const { cast, step } = turn;
  const person = 1 + (step.other % (cast.people.length - 1));
  const isAdmin = step.access === 'write';
  await expectAnswer(turn, 'ok', ['set_person_role', { email: emailOf(person), role: isAdmin ? 'admin' : 'member' }], cast.owner);
  if (isAdmin) cast.rights.seesAll.add(person);
  else cast.rights.seesAll.delete(person);
}

export async function setReadOnly(turn: Turn): Promise<void> {
  const readOnly = turn.step.other % 4 === 0;
  await expectAnswer(turn, 'ok', ['set_agents_read_only', { readOnly }], turn.cast.owner);
  turn.cast.rights.agentsReadOnly = readOnly;
}

/** Has the owner withdraw shares, because D63 can refuse this to a member: `refuse-hiding.property.test.ts` tests this. */
async function changeSharing(turn: Turn, to: object, change: (folder: PlacedFolder, access: Access) => void): Promise<void> {
  const { cast, step, folder } = turn;
  if (!folder) return;
  const by = step.access ? turn.person : cast.owner;
  const asked: Asked = step.access
    ? ['share_folder', { folderId: folder.id, ...to, access: step.access }]
    : ['unshare_folder', { folderId: folder.id, ...to }];
  const wanted = owning(cast, by, folder);
  const isTop = folder.parent === null;
  if (await expectAnswer(turn, wanted === 'ok' && !isTop ? 'invalid_argument' : wanted, asked, by)) change(folder, step.access);
}

function setOrDelete(shares: Map<number, AccessLevel>, key: number, access: Access): void {
  if (access) shares.set(key, access);
  else shares.delete(key);
}
