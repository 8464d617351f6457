import type { ReviewChange } from '@gatehouse/domain/review';
import type { AttributedVersion, Op, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { readVersionText } from '../items/content.ts';
import { deletionOf } from './find-for-review.ts';

/** Versions that are compared with the changes, and their bytes in all. Changes from before have the oldest of them. */
const maxVersions = 30;
const maxBytes = 4 * 1024 * 1024;

/** The version that brought a change, and who made it. For a deletion, which makes no version: the newest version, and who deleted it. */
export type ChangeAuthor = Pick<
  AttributedVersion,
  'number' | 'at' | 'summary' | 'agentId' | 'agentOfName' | 'personName' | 'entrance' | 'requestId'
>;

interface VersionLines {
  version: AttributedVersion;
  lines: ReadonlySet<string>;
}

/** The version that brought each change: since it, the newest versions have all lines of the change. */
export function* authorsOf(context: ToolContext, item: VisibleItem, changes: readonly ReviewChange[]): Op<Map<string, ChangeAuthor>> {
  if (item.deletedAt !== null) {
    const author = yield* authorOfDeletion(context, item);
    return new Map(changes.map(({ id }) => [id, author]));
  }
  // Leave out versions that were saved after the item was found.
  const versions = yield* context.store.versions.listAttributed(item.orgId, item.id, maxVersions, item.versionCount + 1);
  const newest = versions[0];
  if (!newest) return new Map();
  const known = changes.some(({ before, after }) => before !== after) ? yield* linesOfVersions(context, item, versions) : [];
  return new Map(changes.map((change) => [change.id, authorOf(change, known) ?? newest]));
}

function* authorOfDeletion(context: ToolContext, item: VisibleItem): Op<ChangeAuthor> {
  const { people, agents } = context.store;
  const { at, agentId, personId, entrance, requestId } = yield* deletionOf(context, item);
  if (entrance === null) throw new Error(`the deletion of ${item.id} came through no entrance`);
  const agentOfName = agentId === null ? null : ((yield* agents.nameOf(item.orgId, agentId)) ?? null);
  const personName = personId === null ? null : ((yield* people.nameOf(item.orgId, personId)) ?? null);
  return { number: item.versionCount, at, summary: 'deleted', agentId, agentOfName, personName, entrance, requestId };
}

function* linesOfVersions(context: ToolContext, item: VisibleItem, versions: readonly AttributedVersion[]): Op<VersionLines[]> {
  const known: VersionLines[] = [];
  let bytes = 0;
  for (const version of versions) {
    if (item.waitsSince !== null && version.at < item.waitsSince) break;
    bytes += version.sizeBytes;
    if (bytes > maxBytes && known.length > 0) break;
    known.push({ version, lines: new Set((yield* readVersionText(context, item, version.number)).split('\n')) });
  }
  return known;
}

function authorOf({ before, after }: ReviewChange, newestFirst: readonly VersionLines[]): AttributedVersion | undefined {
  const wanted = textLines(after);
  const gone = textLines(before).filter((line) => !wanted.includes(line));
  const has = ({ lines }: VersionLines) =>
    wanted.every((line) => lines.has(line)) && (wanted.length > 0 || !gone.some((line) => lines.has(line)));
  let found: AttributedVersion | undefined;
  for (const one of newestFirst) {
    if (!has(one)) break;
    found = one.version;
  }
  return found;
}

function textLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}
