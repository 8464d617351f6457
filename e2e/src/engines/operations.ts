import type { Random } from './random.ts';

/** A call to make on every engine. Its identifiers are labels. */
export interface Operation {
  tool: string;
  input: Record<string, unknown>;
}

/** Labels of everything that answers have named so far, by kind. */
export interface Known {
  pick(kind: string): string;
  cursor(): string;
}

const words = [
  'alpha',
  'Größe',
  'STRASSE',
  'straße',
  'Привет',
  'мир',
  'ΟΔΟΣ',
  '漢字',
  'かな',
  'café',
  'cafe\u0301',
  'İx',
  '100%',
  'a_b',
  'C:\\x',
  '"q"',
  'ﬃ',
  '😀',
  'x',
  'ab',
  'a\u{fffd}',
  '\u{fffe}\u{ffff}b',
  '\u{10ffff}',
];
const names = ['plan', 'Plan', 'notes', 'Größe', 'GRÖSSE', 'a b', 'straße 1', 'ΟΔΟΣ', '漢', '100%_x', '\u{ffff}', '\u{10ffff}'];
const emails = ['owner@acme.test', 'ada@acme.test', 'bob@acme.test', 'eve@acme.test', 'nobody@acme.test'];
const ends = ['\n', '\r\n', ' '];

/** Makes a random operation, including kinds that are refused. */
export function randomOperation(random: Random, known: Known): Operation {
  const [tool, build] = random.pick(weighted);
  const input = build(random, known);
  if (random.once(60)) input.surprise = 1;
  return { tool, input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) };
}

function text(random: Random, most = 30): string {
  let result = '';
  for (let count = random.below(most); count >= 0; count--) result += random.pick(words) + random.pick(ends);
  return result;
}

const word = (random: Random): string => random.pick(words);
const sometimes = <T>(random: Random, value: () => T, of = 3): T | undefined => (random.once(of) ? value() : undefined);
/** Grantee of a share. */
const sharer = (random: Random, known: Known) =>
  random.pick([{ organization: true }, { email: random.pick(emails) }, { email: random.pick(emails) }, { groupId: known.pick('group') }]);
const expected = (random: Random) => sometimes(random, () => 1 + random.below(4), 8);
const folder = (random: Random, known: Known) => sometimes(random, () => (random.once(10) ? '' : known.pick('folder')), 3);
const page = (random: Random, known: Known) => ({ limit: 1 + random.below(8), cursor: sometimes(random, () => known.cursor(), 4) });
const file = (random: Random, known: Known) => known.pick(random.once(2) ? 'file' : 'skill');
const anyItem = (random: Random, known: Known) =>
  random.once(2)
    ? { docId: known.pick('doc') }
    : random.once(12)
      ? { docId: known.pick('doc'), fileId: file(random, known) }
      : { fileId: file(random, known) };
const skillPaths = ['SKILL.md', 'references/style.md', 'references/Style.md', 'scripts/run', 'Größe.md', '../x'];
const skillFiles = (random: Random) =>
  Array.from({ length: 1 + random.below(2) }, () => ({
    path: random.pick(skillPaths),
    content: sometimes(random, () => text(random, 3), 2),
    contentBase64: sometimes(random, () => Buffer.from(`\x89PNG${text(random, 2)}`, 'latin1').toString('base64'), 5),
    executable: sometimes(random, () => random.once(2)),
  }));
const skillPath = (random: Random) => sometimes(random, () => random.pick(skillPaths), 2);
const tags = (random: Random) => sometimes(random, () => Array.from({ length: random.below(3) }, () => word(random).trim()), 3);

type Build = (random: Random, known: Known) => Record<string, unknown>;

const builds: [weight: number, tool: string, build: Build][] = [
  [1, 'whoami', () => ({})],
  [
    14,
    'search',
    (r) => ({
      query: sometimes(r, () => `${phrase(r)} ${phrase(r)}`) ?? phrase(r),
      match: sometimes(r, () => r.pick(['phrase', 'words']), 2),
      type: sometimes(r, () => r.pick(['doc', 'file', 'skill', 'task']), 6),
    }),
  ],
  [4, 'list_docs', (r, k) => ({ ...page(r, k), folderId: folder(r, k) })],
  [
    4,
    'read_doc',
    (r, k) => ({
      docId: k.pick('doc'),
      version: sometimes(r, () => (r.once(2) ? 'reviewed' : 1 + r.below(6)), 3),
      includeBody: sometimes(r, () => r.once(2), 4),
    }),
  ],
  [8, 'create_doc', (r, k) => ({ title: `${r.pick(names)} ${word(r)}`, bodyMarkdown: text(r), folderId: folder(r, k) })],
  [8, 'update_doc', (r, k) => ({ docId: k.pick('doc'), bodyMarkdown: text(r), changeSummary: word(r), expectedVersionCount: expected(r) })],
  [8, 'edit_doc', (r, k) => ({ docId: k.pick('doc'), oldText: word(r), newText: word(r), expectedVersionCount: expected(r) })],
  [3, 'append_doc', (r, k) => ({ docId: k.pick('doc'), text: text(r, 3) })],
  [2, 'delete_doc', (_r, k) => ({ docId: k.pick('doc') })],
  [
    4,
    'find_text',
    (r, k) => ({
      ...anyItem(r, k),
      query: word(r),
      contextLines: sometimes(r, () => r.below(3)),
      limit: sometimes(r, () => 1 + r.below(5)),
    }),
  ],
  [
    3,
    'read_lines',
    (r, k) => ({
      ...anyItem(r, k),
      startLine: sometimes(r, () => r.below(12) - 4),
      limit: sometimes(r, () => 1 + r.below(9)),
      version: sometimes(r, () => 1 + r.below(4), 4),
    }),
  ],
  [3, 'list_files', (r, k) => ({ ...page(r, k), folderId: folder(r, k), kind: sometimes(r, () => r.pick(['text', 'image', 'other']), 4) })],
  [
    3,
    'read_file',
    (r, k) => ({ fileId: file(r, k), path: sometimes(r, () => skillPath(r)), agentName: sometimes(r, () => word(r).trim(), 4) }),
  ],
  [
    6,
    'write_file',
    (r, k) => ({
      fileId: sometimes(r, () => file(r, k), 2),
      name: sometimes(r, () => `${r.pick(names)}.txt`, 2),
      content: sometimes(r, () => text(r), 2),
      contentBase64: sometimes(r, () => Buffer.from(`\x89PNG${text(r, 4)}`, 'latin1').toString('base64'), 3),
      tags: tags(r),
      folderId: folder(r, k),
      changeSummary: sometimes(r, () => word(r)),
    }),
  ],
  [3, 'edit_file', (r, k) => ({ fileId: k.pick('file'), oldText: word(r), newText: word(r) })],
  [
    3,
    'apply_edits',
    (r, k) => ({
      ...anyItem(r, k),
      edits: Array.from({ length: 1 + r.below(3) }, () => ({ oldText: word(r), newText: word(r) })),
      expectedVersionCount: expected(r),
    }),
  ],
  [2, 'fetch', (r, k) => ({ id: k.pick(r.pick(['doc', 'file', 'skill'])) })],
  [
    4,
    'grep',
    (r, k) => ({
      query: r.pick([word(r), 'a', 'x y']),
      folderId: folder(r, k),
      type: sometimes(r, () => r.pick(['doc', 'file', 'skill'])),
      ...page(r, k),
    }),
  ],
  [2, 'delete_file', (r, k) => ({ fileId: file(r, k) })],
  [2, 'list_skills', (r, k) => ({ ...page(r, k), folderId: folder(r, k) })],
  [
    4,
    'write_skill',
    (r, k) => ({
      fileId: sometimes(r, () => k.pick('skill'), 2),
      name: sometimes(r, () => `skill-${r.below(20)}`, 2),
      description: sometimes(r, () => word(r).trim(), 2),
      content: r.once(5) ? undefined : text(r),
      files: sometimes(r, () => skillFiles(r), 3),
      removeFiles: sometimes(r, () => [r.pick([...skillPaths, '*'])], 3),
      tags: tags(r),
      folderId: folder(r, k),
    }),
  ],
  [2, 'edit_skill', (r, k) => ({ fileId: k.pick('skill'), path: skillPath(r), oldText: word(r), newText: word(r) })],
  [
    3,
    'read_skill_files',
    (r, k) => ({ fileId: k.pick('skill'), paths: sometimes(r, () => [r.pick(skillPaths)]), version: sometimes(r, () => 1 + r.below(4)) }),
  ],
  [3, 'list_folders', (r, k) => page(r, k)],
  [3, 'create_folder', (r, k) => ({ name: `${r.pick(names)} ${r.below(30)}`, parentId: sometimes(r, () => k.pick('folder')) })],
  [
    5,
    'move_item',
    (r, k) => ({
      ...anyItem(r, k),
      ...(r.once(4) ? { outOfFolders: true } : { folderId: r.once(4) ? null : k.pick('folder') }),
      name: sometimes(r, () => r.pick(names), 3),
    }),
  ],
  [3, 'list_versions', (r, k) => ({ ...anyItem(r, k), ...page(r, k) })],
  [
    4,
    'list_changes',
    (r, k) => ({
      ...r.pick([
        { itemId: k.pick(r.pick(['doc', 'file', 'skill'])) },
        { folderId: k.pick('folder') },
        { taskId: k.pick('task') },
        { mine: true },
        { since: 0, by: sometimes(r, () => r.pick(['people', 'agents', 'others'])) },
        { since: 0, folderId: k.pick('folder') },
      ]),
      include: sometimes(r, () => r.pick([['comments'], ['reviews'], ['reviews', 'comments']]), 2),
      ...page(r, k),
    }),
  ],
  [2, 'take_back', (r, k) => ({ requestId: sometimes(r, () => k.pick('req'), 3) })],
  [4, 'restore_version', (r, k) => ({ ...anyItem(r, k), version: 1 + r.below(5), expectedVersionCount: expected(r) })],
  [
    4,
    'list_tasks',
    (r, k) => ({
      includeDone: sometimes(r, () => r.once(2)),
      status: sometimes(r, () => r.pick(['todo', 'done', 'stuck', 'none']), 4),
      assignee: sometimes(r, () => r.pick(emails), 4),
      dueBefore: sometimes(r, () => 1_767_000_000_000 + r.below(20), 4),
      startingAfter: sometimes(r, () => k.pick('task'), 4),
      limit: sometimes(r, () => 1 + r.below(6), 2),
    }),
  ],
  [
    4,
    'create_task',
    (r) => ({
      title: `${r.pick(names)} ${word(r)}`,
      notes: sometimes(r, () => text(r, 3)),
      status: sometimes(r, () => r.pick(['todo', 'stuck', 'done']), 4),
      assignee: sometimes(r, () => r.pick(emails), 4),
      dueAt: sometimes(r, () => 1_767_000_000_000 + r.below(20), 2),
    }),
  ],
  [
    4,
    'update_task',
    (r, k) => ({
      taskId: k.pick('task'),
      title: sometimes(r, () => r.pick(names)),
      status: sometimes(r, () => r.pick(['todo', 'in_progress', 'stuck', 'done', 'canceled'])),
      dueAt: sometimes(r, () => (r.once(2) ? null : 1_767_000_000_000 + r.below(20))),
      assignee: sometimes(r, () => (r.once(3) ? null : r.pick(emails))),
      clear: sometimes(r, () => [r.pick(['notes', 'assignee', 'dueAt'])], 3),
    }),
  ],
  [
    4,
    'add_comment',
    (r, k) => ({
      ...r.pick<Record<string, unknown>>([
        { itemId: k.pick(r.pick(['doc', 'file', 'skill'])) },
        { taskId: k.pick('task') },
        { answerTo: k.pick('comment') },
      ]),
      text: `${text(r, 3)} @${r.pick(emails)}`,
      quote: sometimes(r, () => word(r), 4),
    }),
  ],
  [
    4,
    'list_comments',
    (r, k) => ({
      ...r.pick<Record<string, unknown>>([
        { itemId: k.pick(r.pick(['doc', 'file', 'skill'])) },
        { taskId: k.pick('task') },
        { mine: true },
      ]),
      open: sometimes(r, () => r.once(2)),
      ...page(r, k),
    }),
  ],
  [2, 'resolve_comment', (r, k) => ({ commentId: k.pick('comment'), resolved: sometimes(r, () => r.once(2)) })],
  [1, 'edit_comment', (r, k) => ({ commentId: k.pick('comment'), text: text(r, 3) })],
  [1, 'delete_comment', (_r, k) => ({ commentId: k.pick('comment') })],
  [3, 'list_inbox', (r, k) => ({ readSince: sometimes(r, () => 0), ...page(r, k) })],
  [1, 'count_inbox', () => ({})],
  [2, 'mark_inbox_read', (r, k) => ({ ids: [k.pick('comment'), k.pick('task'), k.pick('doc')], read: sometimes(r, () => r.once(3)) })],
  [1, 'list_connected_services', () => ({})],
  [1, 'list_service_tools', (r) => ({ query: sometimes(r, () => word(r)) })],
  [1, 'rename_organization', (r) => ({ name: r.pick(names) })],
  [1, 'list_people', (r, k) => page(r, k)],
  [1, 'add_person', (r) => ({ email: r.pick(emails.slice(1)), role: sometimes(r, () => r.pick(['member', 'admin'])) })],
  [1, 'set_person_role', (r) => ({ email: r.pick(emails.slice(1)), role: r.pick(['member', 'admin', 'member']) })],
  [1, 'remove_person', (r) => ({ email: r.pick(emails.slice(3)) })],
  [1, 'create_agent', (r) => ({ name: r.pick(names), ownerEmail: sometimes(r, () => r.pick(emails)) })],
  [1, 'list_agents', (r, k) => ({ ...page(r, k), includeRemoved: sometimes(r, () => r.once(2), 3) })],
  [1, 'rename_agent', (r, k) => ({ agentId: k.pick('agent'), name: r.pick(names) })],
  [1, 'create_key', (r, k) => ({ agentId: k.pick('agent'), access: r.pick(['read', 'write']), name: sometimes(r, () => r.pick(names)) })],
  [1, 'list_keys', (r, k) => ({ ...page(r, k), agentId: sometimes(r, () => k.pick('agent'), 3) })],
  // Uses the longest overlap, because the callers' own keys can be rotated.
  [1, 'rotate_key', (r, k) => ({ keyId: k.pick('key'), overlapMinutes: 7 * 24 * 60 + r.below(2) })],
  [
    2,
    'share_folder',
    (r, k) => ({
      folderId: k.pick('folder'),
      access: sometimes(r, () => r.pick(['read', 'write'])),
      ...sharer(r, k),
    }),
  ],
  [2, 'unshare_folder', (r, k) => ({ folderId: k.pick('folder'), ...sharer(r, k) })],
  [1, 'create_group', (r) => ({ name: r.pick(names), emails: sometimes(r, () => [r.pick(emails)]) })],
  [1, 'rename_group', (r, k) => ({ groupId: k.pick('group'), name: r.pick(names) })],
  [1, 'delete_group', (_r, k) => ({ groupId: k.pick('group') })],
  [2, 'add_to_group', (r, k) => ({ groupId: k.pick('group'), emails: [r.pick(emails)] })],
  [1, 'remove_from_group', (r, k) => ({ groupId: k.pick('group'), emails: [r.pick(emails)] })],
  [1, 'list_groups', (r, k) => page(r, k)],
  [1, 'list_group_people', (r, k) => ({ ...page(r, k), groupId: k.pick('group') })],
  [1, 'set_agent_memory', (r, k) => ({ docId: k.pick('doc'), isAgentMemory: r.once(3) })],
  [2, 'list_trash', (r) => ({ limit: 1 + r.below(20) })],
  [2, 'restore_item', (r, k) => ({ itemId: k.pick(r.pick(['doc', 'file', 'skill'])) })],
  [5, 'purge_item', (r, k) => ({ itemId: k.pick(r.pick(['doc', 'file', 'skill'])) })],
  [
    3,
    'import_item',
    (r, k) => ({ path: `guide/${r.below(12)}.md`, name: `${r.pick(names)}.md`, bodyMarkdown: text(r), folderId: folder(r, k) }),
  ],
  [1, 'export_item', (r, k) => ({ itemId: k.pick(r.pick(['doc', 'file', 'skill'])) })],
  [
    3,
    'list_activity',
    (r, k) => ({
      limit: 1 + r.below(30),
      tool: sometimes(r, () => r.pick(weighted)[0], 2),
      outcome: sometimes(r, () => r.pick(['ok', 'invalid_request', 'rate_limited']), 3),
      itemId: sometimes(r, () => k.pick('doc'), 4),
    }),
  ],
  [
    3,
    'set_review',
    (r, k) => ({
      folderId: folder(r, k),
      review: !r.once(4),
      acceptWaiting: sometimes(r, () => true, 2),
    }),
  ],
  [2, 'list_reviews', (r, k) => ({ ...page(r, k), ...r.pick([{}, { folderId: k.pick('folder') }, { outOfFolders: true }]) })],
  [3, 'read_review', (r, k) => ({ itemId: k.pick(r.pick(['doc', 'file', 'skill'])) })],
  [
    6,
    'review_item',
    (r, k) => ({
      itemId: k.pick(r.pick(['doc', 'file', 'skill'])),
      reviewCount: 1 + r.below(4),
      version: sometimes(r, () => 1 + r.below(4), 3),
      ...r.pick([{ accept: true }, { decline: true }, { decline: true, note: word(r) }, { accept: true, decline: ['none'] }]),
    }),
  ],
  [2, 'review_skill', (r, k) => ({ itemId: k.pick('skill'), version: 1 + r.below(3) })],
  [1, 'browse_skills', (r) => (r.once(2) ? { waiting: true } : {})],
  [1, 'list_skill_loads', (_r, k) => ({ itemId: k.pick('skill') })],
  [1, 'no_such_tool', () => ({})],
];

/** Whole words, their parts, and what looks like an operator. */
function phrase(random: Random): string {
  const found = random.pick([...words, ...names, 'AND', '*', '-', ' ', '']);
  const characters = [...found];
  return random.once(2) ? found : characters.slice(random.below(characters.length + 1)).join('');
}

const weighted: [tool: string, build: Build][] = builds.flatMap(([weight, tool, build]) =>
  Array.from({ length: weight }, () => [tool, build] as [string, Build]),
);
