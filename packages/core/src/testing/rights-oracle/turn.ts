import { expect } from 'vitest';
import type { Loose } from '../test-world.ts';
import { expectNoLeak } from './answers.ts';
import { type Asked, type Cast, callFor } from './cast.ts';
import { type Access, type Actor, accessOf, type PlacedFolder, type PlacedItem, topOf } from './rules.ts';

/** Random numbers. Each chooses from the things of its kind that exist when the step is taken. */
export interface Choices {
  actor: number;
  item: number;
  /** One number in seven chooses no folder. */
  folder: number;
  into: number;
  other: number;
  access: Access;
}

export interface Turn {
  cast: Cast;
  step: Choices;
  actor: Actor;
  /** Person chosen by the number of the actor, for calls that only people make. */
  person: Actor;
  /** Person to mention or to share with. */
  other: Actor;
  /** Null outside of folders. */
  folder: PlacedFolder | null;
  into: PlacedFolder | null;
  item: PlacedItem | undefined;
}

/** Calls a tool and checks that it answers `ok` or with a reason, and names nothing hidden. Returns its value, or undefined if it was refused. */
export async function expectAnswer(turn: Turn, wanted: string, [tool, input]: Asked, by = turn.actor): Promise<Loose> {
  const { cast, step, item, folder, into } = turn;
  const { reason, value, message } = await callFor(cast, by, tool, input);
  const what = JSON.stringify({ ...step, by: by.name, item, folder: folder?.id, into: into?.id });
  expect(`${reason} to ${what}`).toBe(`${wanted} to ${what}`);
  expectNoLeak(cast.rights, by, [tool, input], message ?? value);
  return value;
}

export function change({ cast }: Turn, item: PlacedItem, fields: Partial<PlacedItem>): void {
  Object.assign(item, fields, { changedAt: cast.world.clock.now });
}

/** Expected answer to an act of an owner of the folder, its top folder or the organization (D73.1). */
export function owning({ rights }: Cast, person: Actor, folder: PlacedFolder): string {
  const access = accessOf(rights, person, folder.id);
  if (access === null) return 'no_such_item';
  if (access === 'read' && folder.parent !== null) return 'protected_item';
  const owners = [folder.owner, topOf(rights, folder.id).owner];
  return rights.seesAll.has(person.person) || owners.includes(person.person) ? 'ok' : 'forbidden';
}

/** Sharing of a new folder: none. */
export const notShared = () => ({ shares: new Map(), groupShares: new Map(), everyone: null });
