import { hourMs } from '@gatehouse/domain';
import type { Op, TimePosition } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { ownMaker } from '../history/own-maker.ts';
import type { ChangesOfCall } from './look-for-changes.ts';

/** How long an agent can take back what it did (D27). */
const takeBackMs = 24 * hourMs;
const rowsPerPage = 200;
/** Of each kind of rows: a key that changed more than 2,000 things since then names the call too late. */
const maxPages = 10;

/** What the caller changed last, or in the call with this request, within the last 24 hours. */
export function* findOwnCall(context: ToolContext, requestId: string | undefined): Op<ChangesOfCall | undefined> {
  const wanted = requestId ?? (yield* lastRequest(context));
  if (wanted === undefined) return undefined;
  const { versions, changes } = context.store;
  const found = {
    requestId: wanted,
    versions: yield* rowsOf(context, wanted, (page) => versions.newestOf(page)),
    changes: yield* rowsOf(context, wanted, (page) => changes.newestOf(page)),
  };
  return found.versions.length + found.changes.length > 0 ? found : undefined;
}

type Page = Parameters<ToolContext['store']['changes']['newestOf']>[0];

function* lastRequest(context: ToolContext): Op<string | undefined> {
  const { store, viewer } = context;
  const newest = { orgId: viewer.orgId, madeBy: ownMaker(context), limit: 1 };
  const rows = [...(yield* store.versions.newestOf(newest)), ...(yield* store.changes.newestOf(newest))];
  const last = rows.toSorted((one, other) => other.at - one.at)[0];
  return last?.requestId ?? undefined;
}

/** Newest first. All rows of a call are together, but for those of calls that ran at the same time. */
function* rowsOf<Row extends TimePosition & { requestId: string | null }>(
  context: ToolContext,
  requestId: string,
  newestOf: (page: Page) => Op<Row[]>,
): Op<Row[]> {
  const { viewer, now } = context;
  const found: Row[] = [];
  let before: TimePosition | undefined;
  for (let page = 0; page < maxPages; page++) {
    const rows = yield* newestOf({ orgId: viewer.orgId, madeBy: ownMaker(context), before, limit: rowsPerPage });
    const recent = rows.filter(({ at }) => at >= now - takeBackMs);
    found.push(...recent.filter((row) => row.requestId === requestId));
    before = recent.at(-1);
    if (recent.length < rowsPerPage || before === undefined) break;
  }
  return found;
}
