import { expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { findBarriers } from './accessibility.ts';
import { openConsoleWorld } from './console-world.ts';

function callerOf(origin: string, key: string) {
  return async (tool: string, input: object): Promise<Loose> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Loose;
  };
}

it.each([1280, 390])('accepts and declines agents’ changes by keys, %i pixels wide (D78)', async (width) => {
  await using world = await openConsoleWorld();
  const { id: agentId } = await world.ok('create_agent', { name: 'robot' });
  const { key } = await world.ok('create_key', { agentId, access: 'write' });
  const asAgent = callerOf(world.origin, key);
  const { id: folderId } = await world.ok('create_folder', { name: 'Handbook' });
  await world.ok('set_review', { folderId, review: true });
  const bodyMarkdown = 'First of all.\n\nSecond of all.\n\nThird of all.\n';
  const { docId } = await world.ok('create_doc', { title: 'Rules', bodyMarkdown, folderId });
  const edits = [
    { oldText: 'First of all', newText: 'First of them' },
    { oldText: 'Second of all', newText: 'Second of them' },
    { oldText: 'Third of all', newText: 'Third of them' },
  ];
  await asAgent('apply_edits', { docId, edits });
  await using visitor = await world.visit(world.owner, { viewport: { width, height: 900 }, colorScheme: width === 390 ? 'dark' : 'light' });
  const { page, faults } = visitor;
  await page.goto(world.at('/documents/reviews'));
  const open = page.getByRole('link', { name: 'Review Rules' });
  await open.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('row', { name: /Rules/ }).click();
  await page.getByText('3 changes by agents are waiting for a review').waitFor();
  const change = (number: number, of: number) => page.getByRole('region', { name: `Change ${number} of ${of}` });
  await change(1, 3).getByText('robot').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/review-${width}.png` });

  await page.keyboard.press('j');
  await page.locator('[aria-current][aria-label="Change 2 of 3"]').waitFor();
  await page.keyboard.press('y');
  await page.getByText('2 changes by agents are waiting for a review').waitFor();
  await page.keyboard.press('k');
  await page.locator('[aria-current][aria-label="Change 1 of 2"]').waitFor();
  await page.keyboard.press('n');
  await page.getByLabel('Why? (optional)').fill('Keep the old words.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByText('1 change by agents is waiting for a review').waitFor();
  const comments = await asAgent('list_comments', { mine: true });
  expect(comments.comments).toMatchObject([{ text: 'Keep the old words.', quote: 'First of them.' }]);
  await page.getByText('Reviewed text', { exact: true }).click();
  await page.getByText('Third of all.').waitFor();
  await page.getByText('Changes', { exact: true }).click();
  await change(1, 1).waitFor();
  await page.keyboard.press('Shift+Y');
  await page.getByText('Third of them.').waitFor();
  await page.getByRole('region', { name: 'Review' }).waitFor({ state: 'detached' });
  const { bodyMarkdown: decided, reviewed } = await asAgent('read_doc', { docId, version: 'reviewed' });
  expect([decided, reviewed]).toEqual(['First of all.\n\nSecond of them.\n\nThird of them.\n', true]);
  await page.goto(world.at(`/documents/item/${docId}?history=true`));
  await page.getByText('declined 1 change in version 2').waitFor();
  await page.getByText('accepted 1 change in version 3').waitFor();
  expect(faults).toEqual([]);
});

it('switches the review of a folder in its access panel, and asks before it accepts what waits (D78)', async () => {
  await using world = await openConsoleWorld();
  const { id: folderId } = await world.ok('create_folder', { name: 'Handbook' });
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/folder/${folderId}`));
  await page.getByText('Nothing here yet').waitFor();
  await page.keyboard.press('w');
  const onOff = page.getByRole('switch', { name: "Agents' changes wait for a review" });
  await onOff.press('Space');
  await page.getByText("Agents' changes wait for a review from now on.").waitFor();
  await page.locator('input[role=switch]:checked').waitFor();
  expect(faults).toEqual([]);
});

it('says before saving which changes a save accepts, and whose they are (D78)', async () => {
  await using world = await openConsoleWorld();
  const { id: agentId } = await world.ok('create_agent', { name: 'robot' });
  const { key } = await world.ok('create_key', { agentId, access: 'write' });
  const { id: folderId } = await world.ok('create_folder', { name: 'Handbook' });
  await world.ok('set_review', { folderId, review: true });
  const { docId } = await world.ok('create_doc', { title: 'Rules', bodyMarkdown: 'First of all.\n\nSecond of all.\n', folderId });
  await callerOf(world.origin, key)('edit_doc', { docId, oldText: 'First of all', newText: 'First of them' });
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.goto(world.at(`/documents/item/${docId}?edit=true`));
  await page.getByText('1 change by agents waits for a review. Saving keeps it waiting.').waitFor();
  await page.getByRole('textbox', { name: /^Source of/ }).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('Third of all.');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByText('1 change by agents waits for a review. Saving keeps it waiting.').waitFor();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('The ');
  await page.getByText('Saving accepts 1 change by robot.').waitFor();
  expect(faults).toEqual([]);
});
