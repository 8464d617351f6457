import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';

describe('addresses of pages in results (D9.4)', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('lead to the named objects', async () => {
    const folder = await world.ok('create_folder', { name: 'Releases of spring' });
    const doc = await world.ok('create_doc', { title: 'Notes of spring', bodyMarkdown: 'a', folderId: folder.id });
    const file = await world.ok('write_file', { name: 'spring.txt', content: 'a' });
    const skill = await world.ok('write_skill', { name: 'spring-notes', description: 'How.', content: 'a' });
    const task = await world.ok('create_task', { title: 'Publish in spring' });
    const done = await world.ok('create_task', { title: 'Plan the spring', status: 'done' });
    const shown: [url: string, text: string][] = [
      [folder.url, 'Releases of spring'],
      [doc.url, 'Notes of spring'],
      [file.url, 'spring.txt'],
      [skill.url, 'spring-notes'],
      [task.url, 'Publish in spring'],
      [done.url, 'Plan the spring'],
    ];
    await using reader = await world.visit(world.owner);
    for (const [url, text] of shown) {
      await reader.page.goto(url);
      const named = reader.page
        .getByRole('heading', { name: text })
        .or(reader.page.getByRole('textbox').and(reader.page.locator(`[value="${text}"]`)));
      await named
        .or(reader.page.getByText(text, { exact: true }))
        .first()
        .waitFor();
    }
    expect(reader.faults).toEqual([]);
  });

  it('require other people to sign in first, and then lead to the page', async () => {
    const { url } = await world.ok('create_doc', { title: 'Notes of autumn', bodyMarkdown: 'a' });
    await using stranger = await world.visit();
    await stranger.page.goto(url);
    await stranger.page.waitForURL(/\/app\/sign-in\?next=/);
    expect(new URL(stranger.page.url()).searchParams.get('next')).toContain(new URL(url).pathname.slice('/app'.length));
    expect(await stranger.page.textContent('body')).not.toContain('Notes of autumn');
  });
});
