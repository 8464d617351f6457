import { goodPassword, openBrowser } from '../../console/browser.ts';
import { type ConsoleWorld, ownerEmail } from '../console-world.ts';

/** The same world, in which the owner has a new session: all walks together make more calls than a session has in a minute. */
export async function withOwnSession(world: ConsoleWorld): Promise<ConsoleWorld> {
  const owner = openBrowser(world.origin);
  await owner.ok('sign_in', { email: ownerEmail, password: goodPassword });
  return { ...world, owner };
}
