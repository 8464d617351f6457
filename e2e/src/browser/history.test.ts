import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { openProgram } from './walks/program.ts';

describe('the history of a document', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('shows other changes between the versions, with their author and their old and new values (D65)', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Draft', bodyMarkdown: 'one' });
    const agent = await openProgram(world, 'tidier');
    await agent.call('set_tags', { docId, tags: ['a', 'b'] });
    await world.ok('append_doc', { docId, text: ' two' });
    await world.ok('delete_doc', { docId });
    await world.ok('restore_item', { itemId: docId });
    await using owner = await world.visit(world.owner);
    await owner.page.goto(world.at(`/documents/item/${docId}?history=true`));
    const rows = owner.page.getByRole('complementary').getByRole('list').first().getByRole('listitem');
    await rows.filter({ hasText: 'created' }).waitFor();
    const texts = await rows.allInnerTexts();
    const expected = [
      /restored it/,
      /moved it to trash/,
      /2 · appended/,
      /tidier[\s\S]*changed its tags[\s\S]*Tags: none[\s\S]*a, b/,
      /1 · created/,
    ];
    expect(texts).toHaveLength(expected.length);
    expected.forEach((words, index) => expect(texts[index]).toMatch(words));
    // A deletion leaves nothing to view.
    const views = await Promise.all(
      [0, 1, 2].map((index) =>
        rows
          .nth(index)
          .getByRole('link', { name: /^View as it was/ })
          .count(),
      ),
    );
    expect(views).toEqual([1, 0, 1]);
    // A change appears at once while the history is open.
    await agent.call('move_item', { docId, name: 'Renamed' });
    await rows.getByText('Name: Draft to Renamed', { exact: true }).waitFor();
    expect(owner.faults).toEqual([]);
  });

  it('shows for each version its changes and its readers: to owners all of them, to members themselves', async () => {
    const bob = await world.join('bob@example.com', 'Bob');
    const { docId } = await world.ok('create_doc', { title: 'Plan', bodyMarkdown: 'We ship on Monday.' });
    const agent = await openProgram(world, 'scribe');
    await bob.ok('read_item', { itemId: docId }, world.orgId);
    await agent.call('edit_doc', { docId, oldText: 'Monday', newText: 'Friday' });
    await agent.call('read_doc', { docId });

    await using owner = await world.visit(world.owner);
    const { page } = owner;
    await page.goto(world.at(`/documents/item/${docId}?history=true`));
    const line = (summary: RegExp) => page.getByRole('complementary').getByRole('listitem').filter({ hasText: summary });
    await line(/edited/)
      .getByText(/Read by.*scribe/)
      .waitFor();
    await line(/created/)
      .getByText(/Read by.*Bob/)
      .waitFor();
    expect(
      await line(/created/)
        .getByText('scribe')
        .count(),
    ).toBe(0);

    // Opens the card with the pointer, and then by keyboard.
    const tick = page.getByRole('navigation', { name: 'Versions' }).getByRole('link', { name: /^Version 2 by scribe.*edited/ });
    const card = page.locator('[class*=card]', { hasText: 'edited' });
    for (const [come, leave] of [
      [() => tick.hover(), () => page.mouse.move(600, 400)],
      [() => tick.focus(), () => tick.blur()],
    ] as const) {
      await come();
      await card.locator('ins', { hasText: 'We ship on Friday.' }).waitFor();
      await card.getByText(/Read by.*scribe/).waitFor();
      await leave();
      await card.waitFor({ state: 'detached' });
    }
    expect(owner.faults).toEqual([]);

    await using member = await world.visit(bob);
    await member.page.goto(world.at(`/documents/item/${docId}?history=true`));
    await member.page.getByRole('heading', { name: 'Read by you and your agents' }).waitFor();
    await member.settle();
    const panel = member.page.getByRole('complementary');
    expect(await panel.getByText(/Read by.*Bob/).count()).toBeGreaterThan(0);
    expect(await panel.getByText(/Read by.*scribe/).count()).toBe(0);
    expect(member.faults).toEqual([]);
  });
});
