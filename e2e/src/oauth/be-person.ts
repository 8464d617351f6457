import type { PeopleWorld } from '../console/people-world.ts';
import { until } from '../kit/until.ts';
import { consent } from './sign-in.ts';

/** Finds the address that a program wants opened in a browser. Undefined if there is none, or if it may be incomplete. */
export function addressIn(text: string, { url }: PeopleWorld): string | undefined {
  return new RegExp(`(${url}/oauth/auth\\?[\\w%.~+&=-]+)[^\\w%.~+&=-]`).exec(text)?.[1];
}

/** Allows a program in the owner's browser, and returns to it. */
export async function bePerson(world: PeopleWorld, address: string): Promise<void> {
  const back = await consent(world.ownerBrowser, address, { orgId: world.orgId });
  // Retries, because the program may not listen yet. A person would take longer.
  const isTaken = () =>
    fetch(back).then(
      (response) => response.ok,
      () => false,
    );
  await until('the program takes the answer', isTaken);
}
