import { openPeopleWorld, type PeopleWorld } from '../console/people-world.ts';
import type { WorldOptions } from '../kit/world.ts';

/** For clients without a client metadata document. */
export const noDocument = () => Promise.reject(new Error('no document is there'));

type SignInOptions = Pick<WorldOptions, 'engine'> & Partial<NonNullable<WorldOptions['signIn']>>;

/** A world in which clients sign in, with a clock that the test moves. */
export function openSignInWorld({ engine, getDocument = noDocument }: SignInOptions = {}): Promise<PeopleWorld> {
  return openPeopleWorld({ ...(engine && { engine }), signIn: { getDocument }, clock: { now: Date.now() } });
}
