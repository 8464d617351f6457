import type { Credential } from '@gatehouse/core';
import { dayMs } from '@gatehouse/domain';
import type { Loose } from '../kit/world.ts';

interface Caller {
  credential: Credential;
  personId: string;
  agentId: string | null;
  keyId: string | null;
}

/** The agent works for Ada. */
export type People = Record<'owner' | 'ada' | 'bob' | 'agent', Caller>;

export type Use = (who: keyof People, tool: string, input: object) => Promise<Loose>;

/** Tools that write nothing with a history: connections, keys, people, and the state of a take-back itself. */
export const changesNothing = new Set(
  `change_items stop_bulk_change undo_bulk_change prepare_take_back continue_take_back edit_take_back mark_inbox_read mark_news_seen add_connection approve_service_tools begin_service_account disconnect_service_account
  edit_connection finish_service_account mark_service_tool pause_connection remove_connection resume_connection set_connection_credentials
  review_skill switch_service_tool test_connection add_person allow_client allow_domain create_agent create_key create_reset_link disallow_domain
  end_person_sessions invite_person remove_agent rename_agent rename_organization revoke_invitation revoke_key rotate_key set_client_hosts edit_key
  add_comment resolve_comment edit_comment delete_comment
  create_group rename_group add_to_group remove_from_group link_group
  set_agents_read_only set_house_rules set_person_role create_webhook pause_webhook remove_webhook resume_webhook test_webhook`.split(
    /\s+/,
  ),
);

/** Makes changes with every other write tool, in more than one way if there are several. */
export async function changeWithEveryTool(use: Use, clock: { now: number }): Promise<void> {
  const { folderId, otherId } = await changeFolders(use);
  await changeDocuments(use, folderId, otherId);
  await changeFiles(use, folderId);
  await reviewChanges(use);
  await changeTasks(use);
  await takeResults(use);
  await deleteThings(use, clock);
  await putThingsBack(use, clock);
  await leave(use);
}

async function changeFolders(use: Use) {
  const { id: folderId } = await use('agent', 'create_folder', { name: 'Plans' });
  await use('agent', 'take_back', {});
  await use('agent', 'take_back', {});
  const { id: otherId } = await use('ada', 'create_folder', { name: 'Drafts' });
  const { id: innerId } = await use('agent', 'create_folder', { name: 'Older drafts', parentId: otherId });
  await use('ada', 'move_folder', { folderId: innerId, toTop: true });
  await use('ada', 'share_folder', { folderId: innerId, email: 'bob@acme.test' });
  await use('ada', 'move_folder', { folderId: innerId, parentId: otherId });
  await use('ada', 'rename_folder', { folderId, name: 'All plans' });
  await use('ada', 'share_folder', { folderId, email: 'bob@acme.test' });
  // A second share with the same person changes nothing.
  await use('ada', 'share_folder', { folderId, email: 'bob@acme.test' });
  await use('ada', 'share_folder', { folderId, email: 'bob@acme.test', access: 'read' });
  await use('ada', 'share_folder', { folderId, organization: true });
  await use('ada', 'share_folder', { folderId, organization: true });
  await use('ada', 'share_folder', { folderId, organization: true, access: 'read' });
  await use('ada', 'unshare_folder', { folderId, organization: true });
  await use('ada', 'unshare_folder', { folderId, organization: true });
  await use('ada', 'unshare_folder', { folderId, email: 'bob@acme.test' });
  await use('ada', 'unshare_folder', { folderId, email: 'bob@acme.test' });
  const { groupId } = await use('owner', 'create_group', { name: 'Design', emails: ['bob@acme.test'] });
  await use('ada', 'share_folder', { folderId, groupId });
  await use('ada', 'share_folder', { folderId, groupId, access: 'read' });
  await use('ada', 'unshare_folder', { folderId, groupId });
  await use('ada', 'share_folder', { folderId, groupId, access: 'read' });
  await use('owner', 'delete_group', { groupId });
  return { folderId, otherId };
}

async function changeDocuments(use: Use, folderId: string, otherId: string): Promise<void> {
  const { docId } = await use('agent', 'create_doc', { title: 'Plan', bodyMarkdown: '# Plan\n', folderId });
  await use('agent', 'edit_doc', { docId, oldText: '# Plan', newText: '# The plan' });
  await use('agent', 'append_doc', { docId, text: 'more\n' });
  await use('agent', 'apply_edits', { docId, edits: [{ oldText: 'more', newText: 'less' }] });
  await use('agent', 'update_doc', { docId, bodyMarkdown: '# Anew\n', changeSummary: 'rewritten' });
  await use('agent', 'update_doc', { docId, bodyMarkdown: '# Anew\n', changeSummary: 'the same' });
  await use('agent', 'restore_version', { docId, version: 1 });
  await use('agent', 'move_item', { docId, name: 'The plan' });
  await use('agent', 'move_item', { docId, folderId: otherId, name: 'A plan' });
  await use('agent', 'move_item', { docId, outOfFolders: true });
  await use('agent', 'take_back', {});
  await use('agent', 'take_back', {});
  await use('agent', 'set_tags', { docId, tags: ['a', 'b'] });
  await use('agent', 'set_tags', { docId, tags: ['b', 'a'] });
  await use('ada', 'set_agent_memory', { docId, isAgentMemory: true });
  await use('ada', 'set_agent_memory', { docId, isAgentMemory: false });
  await use('ada', 'import_item', { path: 'guide.md', name: 'Guide', bodyMarkdown: '# Guide\n' });
  await use('ada', 'import_item', { path: 'guide.md', name: 'Guide', bodyMarkdown: '# The guide\n' });
  // The document becomes a file, and the document itself goes to the trash.
  await use('ada', 'import_item', { path: 'guide.md', name: 'guide.bin', contentBase64: 'AAEC' });
}

async function changeFiles(use: Use, folderId: string): Promise<void> {
  const { id: fileId } = await use('agent', 'write_file', { name: 'notes.txt', content: 'one\n', tags: ['draft'], folderId });
  await use('agent', 'edit_file', { fileId, oldText: 'one', newText: 'two' });
  // Changes name, type and tags, with new bytes and with the same bytes.
  await use('agent', 'write_file', { fileId, name: 'notes.bin', contentBase64: 'AAEC', tags: ['final'] });
  await use('agent', 'write_file', { fileId, name: 'all-notes.bin', contentBase64: 'AAEC', tags: [] });
  await use('agent', 'write_file', { fileId, name: 'all-notes.md', content: '# Notes\n' });
  const skill = { name: 'release-notes', description: 'How we write them.', content: 'Look first.\n' };
  const { id: skillId } = await use('agent', 'write_skill', skill);
  await use('agent', 'write_skill', { ...skill, fileId: skillId, tags: ['draft'] });
  await use('agent', 'write_skill', { fileId: skillId, name: 'notes', description: 'How to write notes.', content: 'Read first.\n' });
  await use('agent', 'edit_skill', { fileId: skillId, oldText: 'name: notes', newText: 'name: our-notes' });
  await use('agent', 'write_skill', { fileId: skillId, files: [{ path: 'references/style.md', content: 'Short.\n' }] });
  await use('agent', 'edit_skill', { fileId: skillId, path: 'references/style.md', oldText: 'Short', newText: 'Clear' });
  await use('ada', 'review_skill', { itemId: skillId, version: 2 });
  await use('ada', 'review_skill', { itemId: skillId, version: 2 });
  await use('agent', 'restore_version', { fileId: skillId, version: 1 });
  await use('agent', 'take_back', {});
  await use('agent', 'delete_file', { fileId: skillId });
  await use('agent', 'take_back', {});
  await use('agent', 'delete_file', { fileId: skillId });
}

async function reviewChanges(use: Use): Promise<void> {
  const { id: folderId } = await use('ada', 'create_folder', { name: 'Handbook' });
  await use('ada', 'set_review', { folderId, review: true });
  await use('ada', 'set_review', { folderId, review: true });
  const { docId } = await use('ada', 'create_doc', { title: 'Rules', bodyMarkdown: 'one\n\ntwo\n', folderId });
  await use('agent', 'edit_doc', { docId, oldText: 'one', newText: 'two' });
  await use('ada', 'review_item', { itemId: docId, reviewCount: 1, decline: true });
  await use('agent', 'edit_doc', { docId, oldText: 'one', newText: 'three' });
  await use('ada', 'review_item', { itemId: docId, reviewCount: 3, accept: true });
  await use('agent', 'delete_doc', { docId });
  await use('ada', 'review_item', { itemId: docId, reviewCount: 5, decline: true });
  const { docId: freshId } = await use('agent', 'create_doc', { title: 'More rules', bodyMarkdown: '', folderId });
  await use('ada', 'review_item', { itemId: freshId, reviewCount: 1, decline: true });
  await use('agent', 'edit_doc', { docId, oldText: 'three', newText: 'one' });
  await use('ada', 'set_review', { folderId, review: false, acceptWaiting: true });
}

async function changeTasks(use: Use): Promise<void> {
  const { taskId } = await use('agent', 'create_task', { title: 'Write', dueAt: 1_764_000_000_000, notes: 'soon' });
  await use('agent', 'update_task', { taskId, status: 'done' });
  await use('agent', 'update_task', { taskId, status: 'done' });
  await use('agent', 'update_task', { taskId, status: 'stuck', title: 'Write it', assignee: 'bob@acme.test' });
  await use('agent', 'take_back', {});
  await use('agent', 'update_task', { taskId, clear: ['notes', 'assignee', 'dueAt'] });
  await use('agent', 'create_task', { title: 'Done before', status: 'done', assignee: 'bob@acme.test' });
}

/** A large result of a service becomes a file in a folder of its person. */
async function takeResults(use: Use): Promise<void> {
  const url = 'https://mcp.example.com/mcp';
  const connection = { service: 'github', name: 'GitHub', kind: 'mcp-http', url, visibility: 'organization', largestResult: 1000 };
  await use('owner', 'add_connection', connection);
  const content = [{ type: 'text', text: 'a long line\n'.repeat(200) }];
  const given = { toolSlug: 'github__create_issue', arguments: { repo: 'a', answer: { content } } };
  await use('agent', 'execute_service_tool', given);
  await use('agent', 'execute_service_tool', given);
}

async function deleteThings(use: Use, clock: { now: number }): Promise<void> {
  const { id: folderId } = await use('ada', 'create_folder', { name: 'Old' });
  const { docId } = await use('agent', 'create_doc', { title: 'Old plan', folderId });
  const { id: fileId } = await use('agent', 'write_file', { name: 'old.txt', content: 'old', folderId });
  await use('agent', 'delete_file', { fileId });
  await use('ada', 'delete_folder', { folderId });
  // The first restored item also restores its folder. The second one finds the folder.
  await use('ada', 'restore_item', { itemId: docId });
  await use('ada', 'restore_item', { itemId: fileId });
  await use('agent', 'delete_doc', { docId });
  await use('owner', 'purge_item', { itemId: docId });
  await use('agent', 'delete_file', { fileId });
  clock.now += dayMs;
  await use('owner', 'empty_trash', { deletedUpTo: clock.now });
}

async function putThingsBack(use: Use, clock: { now: number }): Promise<void> {
  const since = clock.now + 1;
  const { docId } = await use('agent', 'create_doc', { title: 'Wrong', bodyMarkdown: 'wrong\n' });
  const skill = { name: 'wrong', description: 'Wrong.', content: 'Wrong.\n' };
  const { id: fileId } = await use('agent', 'write_skill', skill);
  await use('bob', 'create_doc', { title: 'Right', bodyMarkdown: 'right\n' });
  await use('agent', 'edit_skill', { fileId, oldText: 'name: wrong', newText: 'name: worse' });
  await use('agent', 'delete_doc', { docId });
  for (const subject of [{ since }, { since }]) {
    let { takeBackId, state } = await use('owner', 'prepare_take_back', subject);
    while (state === 'looking') ({ takeBackId, state } = await use('owner', 'continue_take_back', { takeBackId }));
    while (state !== 'done') ({ state } = await use('owner', 'apply_take_back', { takeBackId }));
  }
}

/** Transfers a person's possessions and assignments to others, and ends shares with that person. */
async function leave(use: Use): Promise<void> {
  const { id: folderId } = await use('ada', 'create_folder', { name: 'For Bob' });
  await use('ada', 'share_folder', { folderId, email: 'bob@acme.test' });
  await use('bob', 'create_folder', { name: 'Of Bob' });
  await use('bob', 'create_task', { title: 'Of Bob' });
  await use('owner', 'remove_person', { email: 'bob@acme.test', successorEmail: 'ada@acme.test' });
  await use('ada', 'leave_organization', { successorEmail: 'owner@acme.test' });
}
