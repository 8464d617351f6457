import { beforeServiceWords } from '@gatehouse/domain';
import { CallError } from '../../kernel/calls/call.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { hostOf } from '../accounts/account-words.ts';
import type { ConnectionDetails } from '../use-connections.ts';

/** Reason why a tried tool gave no result. Errors of the service are shown in its own words. */
export function serviceFault({ name, address, baseUrl }: Pick<ConnectionDetails, 'name' | 'address' | 'baseUrl'>, error: unknown): string {
  if (!(error instanceof CallError)) return messageOf(error);
  const at = error.message.indexOf(beforeServiceWords);
  if (error.reason === 'service_failed' && at >= 0)
    return `${name} returned an error: ${error.message.slice(at + beforeServiceWords.length)}`;
  if (error.reason === 'service_unreachable')
    return `Can't reach ${hostOf(address ?? baseUrl ?? name)}. Check the address, or try again later.`;
  return messageOf(error);
}
