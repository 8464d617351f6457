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
  (tool: string, field: string, inputOf: (large: LargeWorld, words: Record<string, string>) => object = () => ({})): InStore =>
  async (large, words) =>
    (await large.all(tool, field, inputOf(large, words))).length;
const inFolder = listOf('browse_folder', 'items', ({ folderId, reviewedFolderId }, { folder }) => ({
  folderId: folder === 'Reviewed' ? reviewedFolderId : folderId,
}));
const docs = listOf('list_docs', 'docs');
const openTasks = listOf('browse_tasks', 'tasks', () => ({ isOpen: true }));
const skills = listOf('browse_skills', 'skills');
const waitingSkills: InStore = async ({ all }) => (await all('browse_skills', 'skills')).filter(({ reviewed }) => !reviewed).length;
const tools = listOf('list_connection_tools', 'tools', ({ connectionId }) => ({ connectionId }));
const heldTools = listOf('list_connection_tools', 'tools', ({ connectionId }) => ({ connectionId, held: true }));
const heldPage: InStore = async ({ ok, connectionId }) => (await ok('list_connection_tools', { connectionId, held: true })).tools.length;
const comments = listOf('list_comments', 'comments', ({ docId }) => ({ itemId: docId, open: true }));
const versions = listOf('list_item_versions', 'versions', ({ docId }) => ({ itemId: docId }));
const inTakeBack = listOf('list_take_back_items', 'items', ({ takeBackId }) => ({ takeBackId }));
const callsIn = async ({ all }: LargeWorld, input: object) =>
  (await all('list_activity', 'activity', input)).reduce((sum, { count }) => sum + count, 0);
const callsOfAgent: InStore = async (large, { agent }) => {
  const agentId = (await large.all('list_agents', 'agents')).find(({ name }) => name === agent)?.id;
  return await callsIn(large, { agentId });
};
/** Counts the log itself, because its summaries are some minutes behind. */
const callsInLog: InStore = (large) => callsIn(large, { limit: 500 });
const keysOfAgent: InStore = async ({ all }, { agent }) =>
  (await all('list_keys', 'keys')).filter(({ agentName, revokedAt }) => agentName === agent && revokedAt === null).length;

/** Every count on a page, and the same number in the store. Agents created all documents except the first ones. */
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
  known('N (?:OK|refused|failed)', callsInLog),
  known('Calls from .*: N OK.*', callsInLog),
  // Agent names may still be loading.
  known('Take back / Changes by (?:planner|an agent) / Result: Preview · N items', inTakeBack),
  known(String.raw`N items changed · [\w :–]+`, inTakeBack),
  known(String.raw`N of \k<shown> will be restored`, inTakeBack),
  known('Reviewed N as before', inTakeBack),
  known(String.raw`Documents\tN\t`, docs),
  known(String.raw`Files\tN\t`, listOf('list_files', 'files')),
  known(String.raw`Skills\tN\t`, skills),
  known(String.raw`Trash\tN\t`, listOf('list_trash', 'items')),
  known(String.raw`Text of files\tN\t`, () => 0),
  known(String.raw`Comments\tN\t`, comments),
];

/** Returns the wrong numbers of a page. A number with `+` is right if the store has at least as many. */
export async function faultsOf(large: LargeWorld, path: string, texts: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const text of texts) {
    const rest = notCounts.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
    const fault = /\d/.test(rest) ? await faultOf(large, path, rest) : undefined;
    if (fault !== undefined) faults.push(`${path}: "${text}": ${fault}`);
  }
  return faults;
}

/** Looks first for a pattern of this page, then for one of any page. */
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
