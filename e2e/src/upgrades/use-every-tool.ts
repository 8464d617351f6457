import type { Loose } from '../kit/world.ts';

/** Calls a tool that must succeed, and gives its result. */
export type Use = (tool: string, input: object) => Promise<Loose>;

/** Calls every agent tool once, on items that it creates. `mark` makes the names unique. Returns the document that it leaves. */
export async function useEveryTool(use: Use, mark: string): Promise<{ docId: string; versionCount: number }> {
  await use('whoami', {});
  const { id: folderId } = await use('create_folder', { name: `Folder ${mark}` });
  await use('list_folders', {});

  const { docId } = await use('create_doc', { title: `Plan ${mark}`, bodyMarkdown: '# Plan\n', folderId });
  await use('edit_doc', { docId, oldText: '# Plan', newText: '# The plan' });
  await use('append_doc', { docId, text: 'more\n' });
  await use('apply_edits', { docId, edits: [{ oldText: 'more', newText: 'less' }] });
  await use('update_doc', { docId, bodyMarkdown: '# Anew\n', changeSummary: 'rewritten' });
  await use('restore_version', { docId, version: 1 });
  await use('move_item', { docId, outOfFolders: true });
  const { versionCount } = await use('read_doc', { docId });
  await use('list_versions', { docId });
  await use('find_text', { docId, query: 'plan' });
  await use('read_lines', { docId });
  await use('fetch', { id: docId });
  await use('list_docs', {});
  await use('search', { query: mark });
  await use('grep', { query: 'Plan' });
  const deleted = await use('create_doc', { title: `Deleted ${mark}` });
  await use('delete_doc', { docId: deleted.docId });

  const file = await use('write_file', { name: `${mark}.txt`, content: 'one\n' });
  await use('edit_file', { fileId: file.id, oldText: 'one', newText: 'two' });
  await use('read_file', { fileId: file.id });
  await use('list_files', {});
  await use('delete_file', { fileId: file.id });
  const skill = await use('write_skill', { name: `skill-${mark}`, description: 'How to.', content: 'Look first.\n' });
  await use('edit_skill', { fileId: skill.id, oldText: 'Look', newText: 'Read' });
  await use('list_skills', {});

  const { taskId } = await use('create_task', { title: `Task ${mark}` });
  await use('update_task', { taskId, status: 'done' });
  await use('list_tasks', { includeDone: true });

  await use('list_connected_services', {});
  await use('list_service_tools', { service: 'weather' });
  await use('execute_service_read_tool', { toolSlug: 'weather__get_weather', arguments: { place: mark } });
  await use('execute_service_tool', { toolSlug: 'weather__set_alarm', arguments: { place: mark } });
  return { docId, versionCount };
}
