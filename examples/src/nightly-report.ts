import type { Client, ListedDocument, ListedTask } from '@gatehouse/client';
import { all, clientFromEnvironment, isProgram } from './run.ts';

/**
 * Writes a document about what has changed since a time: documents with their first line, tasks that were done, and tasks that are overdue.
 * Running it again for the same day writes a new version of the same document. Returns its identifier.
 */
export async function writeNightlyReport(client: Client, { since, now }: { since: number; now: number }): Promise<string> {
  const title = `Report of ${new Date(now).toISOString().slice(0, 10)}`;
  const [docs, done, open, reports] = await Promise.all([
    all(client.each('list_docs', { updatedSince: since, limit: 200 })),
    all(client.each('list_tasks', { updatedSince: since, includeDone: true })),
    all(client.each('list_tasks')),
    client.search({ query: title, type: 'doc' }),
  ]);
  const earlier = reports.results.find((found) => found.title === title);
  const changed = docs.filter(({ id }) => id !== earlier?.id);
  const firstLines = await Promise.all(changed.map((doc) => firstLineOf(client, doc)));
  const bodyMarkdown = [
    `# ${title}`,
    section(
      'Documents that changed',
      changed.map((doc, index) => `${doc.title}, by ${doc.by.name ?? 'someone'}: ${firstLines[index]}`),
    ),
    section('Tasks done', done.filter(({ status, doneAt }) => status === 'done' && (doneAt ?? 0) >= since).map(describe)),
    section('Tasks overdue', open.filter(({ dueAt }) => dueAt !== null && dueAt < now).map(describe)),
  ].join('\n\n');
  if (!earlier) return (await client.createDoc({ title, bodyMarkdown: `${bodyMarkdown}\n` })).docId;
  await client.updateDoc({ docId: earlier.id, bodyMarkdown: `${bodyMarkdown}\n`, changeSummary: 'reported again' });
  return earlier.id;
}

async function firstLineOf(client: Client, { id }: ListedDocument): Promise<string> {
  const { text } = await client.readLines({ docId: id, limit: 20 });
  const line = text.split('\n').find((one) => one.trim() !== '');
  return line?.replace(/^#+\s*/, '').slice(0, 200) ?? '(empty)';
}

function section(heading: string, lines: readonly string[]): string {
  return `## ${heading}\n\n${lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n')}`;
}

function describe({ taskNumber, title, assignee }: ListedTask): string {
  return `#${taskNumber ?? '?'} ${title}${assignee === null ? '' : ` (${assignee})`}`;
}

if (isProgram(import.meta.url)) {
  const now = Date.now();
  await writeNightlyReport(clientFromEnvironment(), { since: now - 24 * 60 * 60 * 1000, now });
}
