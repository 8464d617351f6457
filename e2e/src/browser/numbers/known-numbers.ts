import type { LargeWorld } from './large-world.ts';

/** Reads a number from the store. `words` are the named parts of the pattern. */
type InStore = (large: LargeWorld, words: Record<string, string>) => number | Promise<number>;

/** Digits that count nothing in the store: sizes, times, limits, identifiers, the order of tasks and versions, and lists of the page itself. */
const notCounts = [
  /[\d.,]+ (?:bytes?|[KMGT]iB)\b/g,
  /[\d.,]+ (?:ms|s|min|h|hours?|days?|seconds?|minutes?|calls per minute)\b/g,
  /\d{1,2} \p{Letter}+ \d{4}(?:,| at) \d\d:\d\d/gu,
  /\bversion \d+/gi,
  /#\d+/g,
  /https?:\/\/\S+/g,
  /^[0-9a-z]{8}$/g,
  /^.* ¦ \d+\.\d+\.\d+$/g,
  /^(?:At least 10 characters|Show all \d+)$/g,
];

const known = (pattern: string, inStore: InStore) => ({
  pattern: new RegExp(`^${pattern.replace('N', String.raw`(?<shown>[\d,]+\+?)`)}$`, 'u'),
  inStore,
});

const listOf =
  (tool: string, field: string, input: object = {}): InStore =>
  async ({ all }) =>
    (await all(tool, field, input)).length;
const inFolder: InStore = async ({ all, folderId, reviewedFolderId }, { folder }) =>
  (await all('browse_folder', 'items', { folderId: folder === 'Reviewed' ? reviewedFolderId : folderId })).length;
const docs = listOf('list_docs', 'docs');
const openTasks = listOf('browse_tasks', 'tasks', { isOpen: true });
const skills = listOf('browse_skills', 'skills');
const waitingSkills: InStore = async ({ all }) => (await all('browse_skills', 'skills')).filter(({ reviewed }) => !reviewed).length;
const tools: InStore = async ({ all, connectionId }) => (await all('list_connection_tools', 'tools', { connectionId })).length;
const heldTools: InStore = async ({ all, connectionId }) =>
  (await all('list_connection_tools', 'tools', { connectionId, held: true })).length;
const heldPage: InStore = async ({ ok, connectionId }) => (await ok('list_connection_tools', { connectionId, held: true })).tools.length;
const comments: InStore = async ({ all, docId }) => (await all('list_comments', 'comments', { itemId: docId, open: true })).length;
const versions: InStore = async ({ all, docId }) => (await all('list_item_versions', 'versions', { itemId: docId })).length;
const inTakeBack: InStore = async ({ all, takeBackId }) => (await all('list_take_back_items', 'items', { takeBackId })).length;
const callsOfAgent: InStore = async ({ all }, { agent }) => {
  const agentId = (await all('list_agents', 'agents')).find(({ name }) => name === agent)?.id;
  const rows = await all('list_activity', 'activity', { agentId });
  return rows.reduce((sum, { count }) => sum + count, 0);
};
/** The summaries of the log are some minutes behind it. */
const callsInLog: InStore = async ({ all }) =>
  (await all('list_activity', 'activity', { limit: 500 })).reduce((sum, { count }) => sum + count, 0);
const keysOfAgent: InStore = async ({ all }, { agent }) =>
  (await all('list_keys', 'keys')).filter(({ agentName, revokedAt }) => agentName === agent && revokedAt === null).length;

/** Every count that a page shows, and the same number in the store. Agents have made all documents but the first ones. */
const knownNumbers = [
  known('Inbox ¦ N', listOf('list_inbox', 'entries')),
  known('Changed by agents N', docs),
  known(String.raw`created N items(?:, changed [\d,]+\+? items?)?`, docs),
  known('changed N items', docs),
  known('changed N times Old', versions),
  known('(?<folder>Pile|Reviewed) ¦ N', inFolder),
  known('Contents / (?<folder>Pile|Reviewed) / Size: N items', inFolder),
  known('Reviews ¦ N', listOf('list_reviews', 'items')),
  known('N results', inFolder),
  known('Comments: N open threads', comments),
  known('(?:Edit|Old) ¦ N', comments),
  known(' of N', versions),
  known('Versions ¦ N', () => 1),
  known('N tasks', openTasks),
  known('Todo ¦ N', openTasks),
  known('(?:In progress|Stuck|Done|Canceled) ¦ N', () => 0),
  known(String.raw`Agents / (?<agent>.+) / Calls \(\): N`, callsOfAgent),
  known('Agents / (?<agent>.+) / Keys: N keys?', keysOfAgent),
  known('Groups / .+ / People: N person', () => 1),
  known('N skills', skills),
  known(String.raw`/skills\?waiting=true: N skills`, waitingSkills),
  known(String.raw`Waiting for review \(N\)`, waitingSkills),
  known('Inbox / .+: .+ N tools on hold', heldTools),
  known('Services / Large / State: Connected, N tools on hold', heldTools),
  known(String.raw`Services / Large / Tools: [\d,]+, N on hold`, heldTools),
  known('N tools', tools),
  known('N tools in total', tools),
  known('N on hold', heldTools),
  known(String.raw`[\d,]+ tools, N on hold`, heldTools),
  known(String.raw`(?:Connected, )?N tools on hold\.?`, heldTools),
  known('Approve these N', heldPage),
  known('N (?:ok|refused|failed)', callsInLog),
  known('Calls from .*: N ok.*', callsInLog),
  // The names of agents can still be loading.
  known('Take back / (?:planner|an agent) / Result: Preview · N items', inTakeBack),
  known('N items changed from .*', inTakeBack),
  known(String.raw`N of \k<shown> will be restored`, inTakeBack),
  known('Reviewed N as before', inTakeBack),
  known(String.raw`Documents\tN\t`, docs),
  known(String.raw`Files\tN\t`, listOf('list_files', 'files')),
  known(String.raw`Skills\tN\t`, skills),
  known(String.raw`Trash\tN\t`, listOf('list_trash', 'items')),
  known(String.raw`Text of files\tN\t`, () => 0),
  known(String.raw`Comments\tN\t`, comments),
];

/** Returns what is wrong with numbers on a page. A number with `+` is true if the store has as many or more. */
export async function faultsOf(large: LargeWorld, path: string, texts: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const text of texts) {
    const rest = notCounts.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
    const fault = /\d/.test(rest) ? await faultOf(large, path, rest) : undefined;
    if (fault !== undefined) faults.push(`${path}: "${text}": ${fault}`);
  }
  return faults;
}

/** A text can be known on one page alone. */
async function faultOf(large: LargeWorld, path: string, text: string): Promise<string | undefined> {
  for (const place of [`${path}: ${text}`, text]) {
    const entry = knownNumbers.find(({ pattern }) => pattern.test(place));
    if (entry === undefined) continue;
    const { shown = '', ...words } = entry.pattern.exec(place)?.groups ?? {};
    const count = await entry.inStore(large, words);
    const number = Number(shown.replaceAll(/[,+]/g, ''));
    if (shown.endsWith('+') ? number <= count : number === count) return undefined;
    return `the store has ${count}`;
  }
  return 'a number that this test does not know';
}
