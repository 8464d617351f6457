import { CallError } from '../../kernel/calls/call.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { hostOf } from '../accounts/account-words.ts';
import type { ConnectionDetails } from '../use-connections.ts';

/** Behind it stands what the service itself said, in the message that a program gets. */
const said = 'correct the call by what it says: ';

/** Why a tool that somebody tried gave no result: of an error of the service in the service's own words. */
export function serviceFault({ name, address, baseUrl }: Pick<ConnectionDetails, 'name' | 'address' | 'baseUrl'>, error: unknown): string {
  if (!(error instanceof CallError)) return messageOf(error);
  const at = error.message.indexOf(said);
  if (error.reason === 'service_failed' && at >= 0) return `${name} returned an error: ${error.message.slice(at + said.length)}`;
  if (error.reason === 'service_unreachable')
    return `Can't reach ${hostOf(address ?? baseUrl ?? name)}. Check the address, or try again later.`;
  return messageOf(error);
}
