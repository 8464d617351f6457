import fc from 'fast-check';
import type { Page, Route } from 'playwright-core';
import { type Browser as ApiBrowser, goodPassword } from '../console/browser.ts';
import { until } from '../kit/until.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import type { ClientContext } from './open-browser.ts';
import { createTypedDocument, createTypedSkillFile, type TypedItem } from './typing/typed-items.ts';
import { typeInto } from './walks/hands.ts';

/** Possible events while a person types a text. */
export const happenings = [
  'save',
  'delete',
  'restore',
  'unshare',
  'share',
  'move away',
  'move back',
  'others write',
  'others remove',
  'end session',
  'offline',
  'online',
  'kill',
  'upgrade',
  'reload',
  'leave',
] as const;
type Happening = (typeof happenings)[number];

/** A word, something that happens, or something that happens between two letters of a word. */
export type Step = 'type' | Happening | `${Happening}${typeof amidWord}`;
export const amidWord = ' within a word';

/** Most steps type, because typed text is what can be lost. */
const story = fc.array(
  fc.oneof(
    fc.constant<Step>('type'),
    fc.constantFrom<Step>(...happenings),
    fc.constantFrom<Step>(...happenings.map((kind): Step => `${kind}${amidWord}`)),
  ),
  { minLength: 4, maxLength: 10, size: 'max' },
);

/** Events that lead to another page or load this one again, which ends typing. */
const leaving: readonly Happening[] = ['upgrade', 'reload', 'leave'];

/** A gateway that can be killed and restarted at one address, and a person who types there. */
export interface TypingWorld extends AsyncDisposable {
  /** Runs a story and returns typed words that are lost. Each story uses the next kind of item. */
  lostIn(steps: readonly Step[]): Promise<string[]>;
}

export const storiesFrom = (seed: number, count: number): Step[][] => fc.sample(story, { seed, numRuns: count });

const email = 'bob@typing.example';

/** Kinds of items to type in, used in turn. */
export const kinds = [createTypedDocument, createTypedSkillFile];

export async function openTypingWorld(port: number): Promise<TypingWorld> {
  const args = ['--port', String(port)];
  const env = { GATEHOUSE_CALLS_PER_MINUTE: '10000' };
  const world = await openConsoleWorld(args, env);
  const bob = await world.join(email, 'Bob');
  const ownFolder = (await world.ok('create_folder', { name: 'Only the owner' })).id;
  let count = 0;
  return {
    async lostIn(steps) {
      const typist = await openTypist(world, bob, ownFolder, ++count);
      await using _visit = typist.visit;
      for (const step of steps) await typist.take(step);
      return await typist.lost();
    },
    async [Symbol.asyncDispose]() {
      await world.gateway.stop();
      await world[Symbol.asyncDispose]();
    },
  };

  async function openTypist(world: ConsoleWorld, bob: ApiBrowser, ownFolder: string, number: number) {
    const name = `Typed ${number}`;
    const folderId = (await world.ok('create_folder', { name: `Shared ${number}` })).id;
    await world.ok('share_folder', { folderId, email });
    const create = kinds[number % kinds.length] as (typeof kinds)[number];
    const item: TypedItem = await create(world, folderId, name);
    const visit: ClientContext = await world.visit();
    const { page } = visit;
    const editor = page.locator('.cm-content');
    const words: string[] = [];
    let isOffline = false;

    /** Opens the source from any page. Signs in again if necessary. */
    async function open(): Promise<void> {
      if (isOffline || (await editor.isVisible())) return;
      await page.goto(world.at(item.path));
      await signIn(page);
    }

    async function signIn(page: Page): Promise<void> {
      const field = page.getByLabel('E-mail');
      const absent = page.getByRole('heading', { name: /not found|not here/i });
      await editor.or(field).or(absent).first().waitFor();
      if (!(await field.isVisible())) return;
      await giveSignIn(page);
      await editor.or(absent).first().waitFor();
    }

    /** Types a word at the end of the text. An event can happen between its letters, and the rest is typed without waiting for it. */
    async function type(happening?: Happening): Promise<void> {
      await open();
      if (!(await editor.isVisible())) return void (happening && (await doing[happening]()));
      const [first, rest] = [`w${number}x${words.length}ab`, 'cdefz'];
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type(` ${first}`);
      const happened = happening && doing[happening]();
      // A shortcut with Ctrl is finished before the next letter.
      if (happening === 'save') await happened;
      const isLeft = happening !== undefined && leaving.includes(happening);
      if (!isLeft) await page.keyboard.type(rest, { delay: 20 });
      await happened;
      words.push(isLeft ? first : first + rest);
    }

    async function take(step: Step): Promise<void> {
      const [kind, isAmidWord] = step.endsWith(amidWord) ? [step.slice(0, -amidWord.length), true] : [step, false];
      if (kind === 'type') await type();
      else if (isAmidWord) await type(kind as Happening);
      else await doing[kind as Happening]();
    }

    /** Calls a tool as the owner. It may already have been done. */
    const owner = (tool: string, input: object) => world.owner.post(tool, input, { orgId: world.orgId });

    const doing: Record<Happening, () => Promise<unknown>> = {
      save: () => page.keyboard.press('ControlOrMeta+s'),
      delete: item.delete,
      restore: () => owner('restore_item', { itemId: item.id }),
      unshare: () => owner('unshare_folder', { folderId, email }),
      share: () => owner('share_folder', { folderId, email }),
      'move away': () => item.moveTo(ownFolder),
      'move back': () => item.moveTo(folderId),
      'others write': item.othersWrite,
      'others remove': item.othersRemove,
      async 'end session'() {
        const { sessions } = await bob.ok('list_sessions');
        for (const { id, isCurrent } of sessions) if (!isCurrent) await bob.ok('end_session', { sessionId: id });
      },
      offline: () => setOffline(true),
      online: () => setOffline(false),
      async kill() {
        await world.gateway.stop('SIGKILL');
        world.gateway = await world.place.start(args, { env });
      },
      upgrade,
      reload: async () => isOffline || (await page.reload()),
      async leave() {
        const done = page.getByRole('button', { name: 'Done', exact: true });
        if (!(await done.isVisible())) return;
        await done.click();
        // Text that is typed after this is meant for another page.
        await editor.waitFor({ state: 'detached' });
      },
    };

    async function setOffline(next: boolean): Promise<void> {
      isOffline = next;
      await page.context().setOffline(next);
    }

    /** Makes the gateway lose the code of pages that were not opened, as after an upgrade, until the application is loaded again. */
    async function upgrade(): Promise<void> {
      const link = page.getByRole('navigation').getByRole('link', { name: 'Services', exact: true });
      // The code is already loaded if this document has visited or preloaded that page.
      const isThere = await page.evaluate<boolean>(
        `performance.getEntriesByType('resource').some(({ name }) => /services-page.*\\.js/.test(name))`,
      );
      if (isOffline || isThere || !(await link.isVisible())) return;
      const refuse = async (route: Route) => await route.fulfill({ status: 404, body: '' });
      await page.route(/services-page.*\.js/, refuse);
      // Simulates that the last reload was more than a minute ago. Within a minute, a button reloads the page instead.
      await page.evaluate(`sessionStorage.removeItem('gatehouse reloaded at')`);
      const reloaded = page.waitForEvent('load');
      // The session may have ended, which the page hears of a moment later: then it shows that, and no links.
      const ended = page.getByText('Your session ended').or(page.getByLabel('E-mail')).first().waitFor();
      for (const other of [reloaded, ended]) other.catch(() => {});
      const place = await link.elementHandle();
      const isClicked = await place?.click().then(
        () => true,
        () => false,
      );
      await (isClicked ? Promise.race([reloaded, ended]) : ended);
      await page.unroute(/services-page.*\.js/, refuse);
      // After the end of the session, the text is still there but the clicked link is not. The person clicks into the text to continue.
      if (await editor.isVisible()) await editor.click();
    }

    /** Words that are in no editor, no draft that the page lists, and no version. */
    async function lost(): Promise<string[]> {
      await doing.online();
      const texts = (await editor.isVisible()) ? [(await editor.textContent()) ?? ''] : [];
      for (const step of ['share', 'restore', 'move back'] as const) await doing[step]();
      await page.goto(world.at('/documents/drafts'));
      const list = page.getByRole('heading', { level: 1, name: 'Drafts' });
      await list.or(page.getByLabel('E-mail')).first().waitFor();
      if (!(await list.isVisible())) await giveSignIn(page);
      await list.waitFor();
      const row = page.getByRole('grid', { name: 'Drafts' }).getByRole('row', { name: item.draftName });
      await row.or(page.getByText('No drafts')).first().waitFor();
      if (await row.isVisible()) {
        await row.getByRole('button', { name: 'Copy' }).click();
        await page.getByText('Text copied').waitFor();
        texts.push(await page.evaluate<string>('navigator.clipboard.readText()'));
      }
      texts.push(...(await item.texts()));
      return words.filter((word) => !texts.some((text) => text.includes(word)));
    }

    await page.goto(world.at(item.path));
    await signIn(page);
    await until('the source is open', () => editor.isVisible());
    return { visit, take, lost };
  }
}

async function giveSignIn(page: Page): Promise<void> {
  await typeInto(page.getByLabel('E-mail'), email);
  await typeInto(page.getByRole('textbox', { name: 'Password' }), goodPassword);
  await page.keyboard.press('Enter');
  await page.getByLabel('E-mail').waitFor({ state: 'detached' });
}
