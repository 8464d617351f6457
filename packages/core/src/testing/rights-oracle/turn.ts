import { expect } from 'vitest';
import type { Loose } from '../test-world.ts';
import type { Cast } from './cast.ts';
import { type Access, type Actor, accessOf, type PlacedFolder, type PlacedItem, topOf } from './rules.ts';

/** Numbers choose among what there is at that time. */
export interface Choices {
  actor: number;
  item: number;
  /** One in seven is outside of folders. */
  folder: number;
  into: number;
  other: number;
  access: Access;
}

export interface Turn {
  cast: Cast;
  step: Choices;
  actor: Actor;
  /** Null outside of folders. */
  folder: PlacedFolder | null;
  into: PlacedFolder | null;
  item: PlacedItem | undefined;
  /** Answer to a call: `ok`, or the reason of a refusal. */
  ask: (tool: string, input: object, by?: Actor) => Promise<{ reason: string; value: Loose }>;
}

export type Answered = Awaited<ReturnType<Turn['ask']>>;

/** Checks an answer. Read-only agents are refused with the code alone. */
export function expectReason({ step, actor, item, folder, into }: Turn, { reason }: Answered, wanted: string): boolean {
  const what = JSON.stringify({ ...step, by: actor.name, item, folder: folder?.id, into: into?.id });
  expect(`${reason} to ${what}`).toBe(`${wanted} to ${what}`);
  return reason === 'ok';
}

export const namedBy = ({ id, type }: PlacedItem) => (type === 'doc' ? { docId: id } : { fileId: id });

export function change({ cast }: Turn, item: PlacedItem, fields: Partial<PlacedItem>): void {
  Object.assign(item, fields, { changedAt: cast.world.clock.now });
}

/** Answer to what only owners do: of the folder, of its top folder or of the organization (D73.1). */
export function owning({ rights }: Cast, person: Actor, folder: PlacedFolder): string {
  const access = accessOf(rights, person, folder.id);
  if (access === null) return 'no_such_item';
  if (access === 'read' && folder.parent !== null) return 'protected_item';
  const owners = [folder.owner, topOf(rights, folder.id).owner];
  return rights.seesAll.has(person.person) || owners.includes(person.person) ? 'ok' : 'forbidden';
}

/** Sharing of a new folder. */
export const notShared = () => ({ shares: new Map(), groupShares: new Map(), everyone: null });
