import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';
import { serveParent } from './child.ts';

/** The same SQLite work on bare Hono routes, without key, limit, validation and log. The gateway is compared with it. */
const database = new Database(process.argv[2] as string);
database.pragma('synchronous = FULL');
database.pragma('cache_size = -32000');

const readDoc = database.prepare(
  `select id, name as title, (select body from texts where org_id = items.org_id and item_id = items.id) as bodyMarkdown, total_lines as totalLines,
    size_bytes as sizeBytes, version_count as versionCount, created_at as createdAt, updated_at as updatedAt from items where org_id = ? and id = ?`,
);
const listDocs = database.prepare(
  `select id, name as title, version_count as versionCount, size_bytes as sizeBytes, updated_at as updatedAt, last_change as lastChange
    from items where org_id = ? and type = 'doc' and deleted_at is null order by updated_at desc, id desc limit 50`,
);
const findBodies = database.prepare('select rowid from search_bodies where search_bodies match ? order by rowid desc limit 25');
const titleOf = database.prepare('select id, name as title from items where search_row = ?');
const insertTask = database.prepare(
  `insert into tasks (org_id, id, number, title, status, is_open, due_order, source, created_at, updated_at)
    values (?, ?, ?, ?, 'todo', 1, 9007199254740991, 'agent', ?, ?)`,
);
const putText = database.prepare('update texts set body = ? where org_id = ? and item_id = ?');
const bodyOf = database.prepare<[string, string], string>('select body from texts where org_id = ? and item_id = ?').pluck();
const orgId = database.prepare<[], string>('select id from organizations limit 1').pluck().get() as string;
let tasks = Date.now();

const app = new Hono();
app.post('/v1/tools/read_doc', async (c) => {
  const { docId } = await c.req.json();
  return c.json(readDoc.get(orgId, docId));
});
app.post('/v1/tools/list_docs', async (c) => {
  await c.req.json();
  return c.json({ docs: listDocs.all(orgId) });
});
app.post('/v1/tools/search', async (c) => {
  const { query } = await c.req.json();
  const rows = findBodies.all(`body : "${query}"`) as { rowid: number }[];
  return c.json({ results: rows.map((row) => titleOf.get(row.rowid)) });
});
app.post('/v1/tools/find_text', async (c) => {
  const { docId, query } = await c.req.json();
  const lines = (bodyOf.get(orgId, docId) ?? '').split('\n');
  return c.json({ matches: lines.filter((line) => line.toLowerCase().includes(query)).slice(0, 20) });
});
app.post('/v1/tools/create_task', async (c) => {
  const { title } = await c.req.json();
  const now = Date.now();
  tasks += 1;
  insertTask.run(orgId, `bare_${tasks}`, tasks, title, now, now);
  return c.json({ taskId: `bare_${tasks}` });
});
app.post('/v1/tools/edit_doc', async (c) => {
  const { docId, oldText, newText } = await c.req.json();
  putText.run((bodyOf.get(orgId, docId) ?? '').replace(oldText, newText), orgId, docId);
  return c.json({ ok: true });
});

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  serveParent(port, async () => {
    server.close();
    database.close();
  });
});
