import { hourMs } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { ownMaker } from '../history/own-maker.ts';
import { endOfCall, maxRowsOfCall } from '../versions/rows-of-call.ts';
import type { ChangesOfCall } from './look-for-changes.ts';

/** Period in which an agent can take back its own changes (D27). */
const takeBackMs = 24 * hourMs;
/** Maximum changes in one millisecond. No caller makes more. */
const maxOfOneTime = 200;

/** Finds the changes of the caller's last call, or of the call with this request id, within the last 24 hours. */
export function* findOwnCall(context: ToolContext, requestId: string | undefined): Op<ChangesOfCall | undefined> {
  const { store, viewer, now } = context;
  const id = requestId ?? (yield* lastRequest(context));
  if (id === undefined) return undefined;
  const from = { at: now - takeBackMs, itemId: '', number: 0 };
  const rows = { after: from, until: endOfCall, madeBy: { maker: 'requestId', id }, limit: maxRowsOfCall } as const;
  const { maker, id: own } = ownMaker(context);
  const versions = (yield* store.versions.look(viewer.orgId, rows)).filter((row) => row[maker] === own);
  const changes = (yield* store.changes.look(viewer.orgId, rows)).filter((row) => row[maker] === own);
  return versions.length + changes.length > 0 ? { requestId: id, versions, changes } : undefined;
}

function* lastRequest(context: ToolContext): Op<string | undefined> {
  const { store, viewer } = context;
  const newest = { orgId: viewer.orgId, madeBy: ownMaker(context), limit: maxOfOneTime };
  const rows = [...(yield* store.versions.newestOf(newest)), ...(yield* store.changes.newestOf(newest))];
  const last = Math.max(...rows.map(({ at }) => at));
  const calls = new Set(rows.flatMap(({ at, requestId }) => (at === last ? (requestId ?? []) : [])));
  return calls.size > 1 ? yield* lastLogged(context, calls) : [...calls][0];
}

/** Returns the call that was logged last among calls of the same millisecond. The history does not order calls. */
function* lastLogged(context: ToolContext, calls: ReadonlySet<string>): Op<string | undefined> {
  const { store, viewer } = context;
  const { maker, id } = ownMaker(context);
  const newest = { fromId: 0, beforeId: Number.MAX_SAFE_INTEGER, limit: maxOfOneTime, most: maxOfOneTime };
  const { rows } = yield* store.activity.look({ orgId: viewer.orgId, [maker]: id, ...newest });
  return rows.find(({ requestId }) => calls.has(requestId))?.requestId ?? [...calls][0];
}
