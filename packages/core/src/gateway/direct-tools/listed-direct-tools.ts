import type { Op } from '@gatehouse/storage';
import type { DirectToolDescription } from '../../identity/direct-tools/describe-direct-tool.ts';
import { directToolStates, type ServicesContext } from '../../identity/direct-tools/direct-tool-states.ts';
import type { Caller } from '../../kernel/context/context.ts';
import { viewerOf } from '../callers/caller.ts';

/** Direct tools of a caller's key that its lists contain at present. // D76 */
export function* listedDirectTools(context: ServicesContext, caller: Caller, now: number): Op<DirectToolDescription[]> {
  const { key, access } = caller;
  const states = yield* directToolStates(context, { viewer: viewerOf(caller, now), access }, key?.directTools ?? []);
  return states.flatMap(({ description }) => description ?? []);
}
