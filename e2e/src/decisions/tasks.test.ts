import { describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { openDesk } from './desk.ts';

const due = Date.UTC(2026, 11, 31);

describe('tasks (D26)', () => {
  it('start as todo, numbered from 1 in their organization, assigned to the person of the key', async () => {
    await using desk = await openDesk();
    const { taskId, taskNumber } = await desk.ok('create_task', { title: 'Write the report', notes: 'today', dueAt: due + 5 });
    expect(taskNumber).toBe(1);
    expect(await desk.ok('list_tasks')).toEqual([
      {
        taskId,
        taskNumber: 1,
        title: 'Write the report',
        status: 'todo',
        assignee: 'ada@acme.test',
        dueAt: due + 5,
        notes: 'today',
        source: 'agent',
        versionCount: 1,
        createdAt: desk.clock.now,
        updatedAt: desk.clock.now,
        doneAt: null,
        url: desk.pageOf(taskId),
      },
    ]);
    const globex = await desk.addOrganization('Globex');
    expect((await desk.as(globex.owner, 'create_task', { title: 'Theirs' })).taskNumber).toBe(1);
    expect((await desk.as(desk.owner, 'create_task', { title: 'By hand' })).taskNumber).toBe(2);
    expect((await desk.ok('list_tasks')).map(({ source, assignee }: Loose) => [source, assignee])).toContainEqual([
      'manual',
      'owner@acme.test',
    ]);
  });

  it('are numbered without gaps or repetitions by concurrent calls', async () => {
    await using desk = await openDesk();
    const made = await Promise.all(Array.from({ length: 50 }, (_, index) => desk.ok('create_task', { title: `Task ${index}` })));
    expect(made.map(({ taskNumber }) => taskNumber).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  it('are sorted by due date, those without one last, then newest first', async () => {
    await using desk = await openDesk();
    for (const [title, dueAt] of [['none 1'], ['late', due + 30], ['soon', due + 10], ['none 2'], ['soon too', due + 10]] as [
      string,
      number?,
    ][]) {
      await desk.ok('create_task', { title, ...(dueAt !== undefined && { dueAt }) });
    }
    const order = ['soon too', 'soon', 'late', 'none 2', 'none 1'];
    const all = await desk.ok('list_tasks');
    expect(all.map(({ title }: Loose) => title)).toEqual(order);
    const pages: string[] = [];
    for (let startingAfter: string | undefined; ; ) {
      const page: Loose[] = await desk.ok('list_tasks', { limit: 2, ...(startingAfter && { startingAfter }) });
      if (page.length === 0) break;
      pages.push(...page.map(({ title }) => title));
      startingAfter = page.at(-1).taskId;
    }
    expect(pages).toEqual(order);
  });

  it('are listed only on request if they are done or canceled', async () => {
    await using desk = await openDesk();
    const ids: Record<string, string> = {};
    for (const status of ['todo', 'in_progress', 'stuck', 'done', 'canceled']) {
      ids[status] = (await desk.ok('create_task', { title: status })).taskId;
      await desk.ok('update_task', { taskId: ids[status], status });
    }
    const listed = async (input: object) => (await desk.ok('list_tasks', input)).map(({ status }: Loose) => status).sort();
    expect(await listed({})).toEqual(['in_progress', 'stuck', 'todo']);
    expect(await listed({ includeDone: true })).toEqual(['canceled', 'done', 'in_progress', 'stuck', 'todo']);
    expect(await listed({ status: 'done' })).toEqual(['done']);
    expect(await listed({ assignee: 'owner@acme.test' })).toEqual([]);
    expect(await desk.ok('update_task', { taskId: ids.done, status: 'todo' })).toMatchObject({ status: 'todo' });
  });

  it('are patched: absent and null fields stay, and an empty patch is refused', async () => {
    await using desk = await openDesk();
    const { taskId } = await desk.ok('create_task', { title: 'One', notes: 'n', dueAt: due + 5 });
    const task = {
      taskId,
      taskNumber: 1,
      title: 'One',
      status: 'todo',
      assignee: 'ada@acme.test',
      dueAt: due + 5,
      notes: 'n',
      source: 'agent',
      versionCount: 1,
      createdAt: desk.clock.now,
      updatedAt: desk.clock.now,
      doneAt: null,
      url: desk.pageOf(taskId),
    };
    desk.clock.now++;
    const stuck = { ...task, status: 'stuck', versionCount: 2, updatedAt: desk.clock.now };
    expect(await desk.ok('update_task', { taskId, status: 'stuck' })).toEqual(stuck);
    desk.clock.now++;
    expect(await desk.ok('update_task', { taskId, status: 'stuck', notes: 'n' })).toEqual(stuck);
    const strict = { taskId, title: null, notes: null, status: 'done', assignee: null, dueAt: null, clear: null };
    expect(await desk.ok('update_task', strict)).toEqual({
      ...task,
      status: 'done',
      versionCount: 3,
      updatedAt: desk.clock.now,
      doneAt: desk.clock.now,
    });
    expect(await desk.ok('update_task', { taskNumber: 1, status: 'todo' })).toMatchObject({ versionCount: 4, doneAt: null });
    expect(await desk.refused('update_task', { taskId, status: 'done', expectedVersionCount: 3 })).toBe('invalid_request/stale_version');
    expect(await desk.ok('update_task', { taskId, status: 'todo', expectedVersionCount: 3 })).toMatchObject({ versionCount: 4 });
    expect(await desk.refused('update_task', { taskId, taskNumber: 1, status: 'done' })).toBe('invalid_request/invalid_argument');
    expect(await desk.refused('update_task', { status: 'done' })).toBe('invalid_request/invalid_argument');
    expect(await desk.refused('update_task', { taskNumber: 99, status: 'done' })).toBe('invalid_request/no_such_item');
    expect(await desk.refused('update_task', { taskId })).toBe('invalid_request/nothing_to_change');
    expect(await desk.refused('update_task', { taskId, status: null, notes: null, clear: [] })).toBe('invalid_request/nothing_to_change');
    expect(await desk.refused('update_task', { taskId, status: 'finished' })).toBe('invalid_request/invalid_argument');
  });

  it('are found only by a search for tasks', async () => {
    await using desk = await openDesk();
    const found = async (input: object) => (await desk.ok('search', input)).results.map(({ title }: Loose) => title);
    for (const [title, notes] of [
      ['Plan the Großer Umzug', 'soon'],
      ['Call', 'about the großer umzug'],
      ['großer umzug', ''],
      ['Other', ''],
    ]) {
      desk.clock.now++;
      await desk.ok('create_task', { title, ...(notes && { notes }) });
    }
    expect(await found({ query: 'Großer Umzug', type: 'task' })).toEqual(['großer umzug', 'Plan the Großer Umzug', 'Call']);
    expect(await found({ query: 'umzug plan', type: 'task', match: 'words' })).toEqual(['Plan the Großer Umzug']);
    expect(await found({ query: 'umzug plan', type: 'task' })).toEqual([]);
    expect(await found({ query: 'Großer Umzug' })).toEqual([]);
    const globex = await desk.addOrganization('Globex');
    expect((await desk.as(globex.owner, 'search', { query: 'umzug', type: 'task' })).results).toEqual([]);
  });

  it('are assigned to people in list_members, only of the organization, page by page', async () => {
    await using desk = await openDesk();
    const globex = await desk.addOrganization('Globex');
    await desk.addPerson('gone@acme.test');
    await desk.as(desk.owner, 'remove_person', { email: 'gone@acme.test' });
    const members: Loose[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Loose = await desk.ok('list_members', { limit: 1, ...(cursor && { cursor }) });
      members.push(...page.members);
      cursor = page.nextCursor;
    }
    expect(members.map(({ email }) => email).sort()).toEqual(['ada@acme.test', 'owner@acme.test']);
    expect((await desk.as(globex.owner, 'list_members')).members).toHaveLength(1);
  });

  it('are cleared by field names, which cannot be set in the same call', async () => {
    await using desk = await openDesk();
    const { taskId } = await desk.ok('create_task', { title: 'One', notes: 'n', dueAt: due + 5 });
    expect(await desk.ok('update_task', { taskId, clear: ['notes', 'dueAt'] })).toMatchObject({
      notes: null,
      dueAt: null,
      assignee: 'ada@acme.test',
    });
    expect(await desk.ok('update_task', { taskId, notes: 'again', clear: ['assignee'] })).toMatchObject({ notes: 'again', assignee: null });
    expect(await desk.complaint('update_task', { taskId, notes: 'both', clear: ['notes'] })).toContain('"notes"');
    expect(await desk.refused('update_task', { taskId, clear: ['title'] })).toBe('invalid_request/invalid_argument');
    expect(await desk.ok('list_tasks')).toMatchObject([{ notes: 'again', assignee: null, dueAt: null }]);
  });

  it('are assigned only to people of the organization, and a wrong address is answered with the nearest one', async () => {
    await using desk = await openDesk();
    await desk.addPerson('grace.hopper@acme.test');
    const { taskId } = await desk.ok('create_task', { title: 'One', assignee: 'Grace.Hopper@acme.test', status: 'stuck' });
    expect(await desk.ok('list_tasks', { assignee: 'grace.hopper@ACME.test' })).toMatchObject([
      { taskId, status: 'stuck', assignee: 'grace.hopper@acme.test' },
    ]);
    for (const [tool, input] of [
      ['create_task', { title: 'Two' }],
      ['update_task', { taskId }],
      ['list_tasks', {}],
    ] as const) {
      for (const wrong of ['grace.hoper@acme.test', 'grace hopper']) {
        const complaint = await desk.complaint(tool, { ...input, assignee: wrong });
        expect(complaint).toContain(`"${wrong}"`);
        expect(complaint).toContain('did you mean "grace.hopper@acme.test"?');
      }
    }
    expect(await desk.refused('update_task', { taskId, assignee: 'x@globex.test' })).toBe('invalid_request/invalid_argument');
    expect(await desk.ok('list_tasks')).toHaveLength(1);
  });

  it('stay with a person who has left, but cannot be assigned to such a person', async () => {
    await using desk = await openDesk();
    await desk.addPerson('eve@acme.test');
    const { taskId } = await desk.ok('create_task', { title: 'One', assignee: 'eve@acme.test' });
    await desk.as(desk.owner, 'remove_person', { email: 'eve@acme.test' });
    expect(await desk.ok('update_task', { taskId, assignee: 'eve@acme.test', title: 'Two' })).toMatchObject({ assignee: 'eve@acme.test' });
    expect(await desk.ok('list_tasks', { assignee: 'eve@acme.test' })).toHaveLength(1);
    expect(await desk.refused('create_task', { title: 'Three', assignee: 'eve@acme.test' })).toBe('invalid_request/invalid_argument');
  });

  it.each([
    ['2026-12-31', due],
    ['2026-12-31T00:00:00Z', due],
    ['2026-12-31T01:30+01:30', due],
    ['2026-12-30 19:00:00.250-0500', due + 250],
    [due, due],
  ])('accept a due date in milliseconds or as ISO 8601: %s', async (dueAt, stored) => {
    await using desk = await openDesk();
    const { taskId } = await desk.ok('create_task', { title: 'One', dueAt });
    expect(await desk.ok('update_task', { taskId, dueAt })).toMatchObject({ dueAt: stored });
    expect(await desk.ok('list_tasks', { dueBefore: dueAt })).toEqual([]);
    await desk.ok('create_task', { title: 'Without' });
    expect(await desk.ok('list_tasks', { dueBefore: stored + 1 })).toMatchObject([{ taskId }]);
  });

  it.each([
    [1_798_675_200, 'milliseconds'],
    ['1999-12-31T23:59:59Z', 'milliseconds'],
    ['2026-02-30', 'ISO 8601'],
    ['2026-12-31T25:00', 'ISO 8601'],
    ['tomorrow', 'ISO 8601'],
    ['1798675200000', 'ISO 8601'],
    [due + 0.5, 'ISO 8601'],
    [9e15, 'ISO 8601'],
    [true, 'ISO 8601'],
  ])('refuse other due dates: %s', async (wrong, named) => {
    await using desk = await openDesk();
    expect(await desk.complaint('create_task', { title: 'One', dueAt: wrong })).toMatch(new RegExp(`argument "dueAt" .*${named}`));
    expect(await desk.complaint('list_tasks', { dueBefore: wrong })).toMatch(new RegExp(`argument "dueBefore" .*${named}`));
  });
});
