import type { Credential } from '../kernel/context/context.ts';
import { createWorld, type Loose, type World, type WorldOptions } from './test-world.ts';

/** A world with Ada and a key of one of her agents, whose changes are taken back. */
export async function openTakeBackDesk(engine: WorldOptions['engine'] = 'sqlite') {
  const world = await createWorld({ engine });
  const ada = await world.addPerson('ada@acme.test');
  const key = await world.key(ada, 'write');
  const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
  return { world, ada, key, keyId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** Searches for changes until none are left. */
export async function findAll(world: World, person: Credential, given: object): Promise<Loose> {
  let run: Loose = await world.ok(person, 'prepare_take_back', given);
  while (run.state === 'looking') run = await world.ok(person, 'continue_take_back', { takeBackId: run.takeBackId });
  return run;
}

/** Takes back all found changes, step by step. */
export async function applyAll(world: World, person: Credential, takeBackId: string): Promise<Loose> {
  let run: Loose;
  do run = await world.ok(person, 'apply_take_back', { takeBackId });
  while (run.state !== 'done');
  return run;
}
