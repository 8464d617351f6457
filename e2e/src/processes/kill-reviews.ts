import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, goodPassword, openBrowser, openWindow, secretOf } from '../console/browser.ts';
import { type Entrance, httpEntrance, mcpModernEntrance } from '../entrances/index.ts';
import type { StorageEngine } from '../kit/engines.ts';
import { until } from '../kit/until.ts';
import type { Loose } from '../kit/world.ts';
import { problemsOf, type Wrong } from './kill-among.ts';
import { createLedger, type Ledger, numbersIn, type ReviewedState } from './review-ledger.ts';
import { type ServerProcess, startServer } from './server.ts';

/** Paragraphs of the document. An agent writes the first of three, and each of two people one of the others. */
const paragraphs = 18;

/** Turns of people after which a round ends though each decision came too late. A session can make 600 calls in a minute. */
const maxTurns = 150;

export interface ReviewKills {
  /** Lets an agent write while two people write and decide, kills the server, and checks both texts and all decisions. */
  next(): Promise<{ answered: number; wrong: Wrong }>;
  verify(): Promise<Wrong>;
  end(): Promise<void>;
}

interface Place {
  orgId: string;
  folderId: string;
  key: string;
}

const password = goodPassword;
const emails = ['owner@acme.test', 'ada@acme.test'] as const;

/** Opens sessions of both people. Each round has its own, because a session can only make so many calls in a minute. */
async function signIn({ url }: ServerProcess): Promise<readonly [Browser, Browser]> {
  const people = [openBrowser(url), openBrowser(url)] as const;
  for (const [who, browser] of people.entries()) await browser.ok('sign_in', { email: emails[who], password });
  return people;
}

/** Opens rounds on one data directory. Each has a document of its own. */
export async function openReviewKills(folder: string, engine: StorageEngine): Promise<ReviewKills> {
  const environment = { GATEHOUSE_CALLS_PER_MINUTE: '1000000', ...(await engine.environment(folder)) };
  let server = await startServer(folder, environment);
  const place = await prepare(server);

  return {
    async next() {
      const people = await signIn(server);
      const bodyMarkdown = Array.from({ length: paragraphs }, (_, at) => `p${at}: 0\n\n`).join('');
      const { docId } = await people[0].ok('create_doc', { title: 'Plan', bodyMarkdown, folderId: place.folderId }, place.orgId);
      const ledger = createLedger();
      let fault: unknown;
      const over = Promise.all([
        ...[httpEntrance, mcpModernEntrance].map((kind, half) => write(kind.open(server), place.key, docId, half, ledger)),
        ...people.map((browser, who) => writeAndDecide(browser, place.orgId, docId, who, ledger)),
      ]).catch((error: unknown) => (fault = error));
      const hasDecided = () => ledger.answered() > 25 && ledger.decisions.some(({ isAnswered }) => isAnswered);
      await until('people have decided', () => fault !== undefined || hasDecided() || ledger.turns > maxTurns);
      // Kills at a random moment, which does not depend on the server's work.
      await pause(300 * Math.random());
      await server.kill();
      ledger.isOver = true;
      await over;
      if (fault !== undefined) throw fault;
      server = await startServer(folder, environment);
      const reader = openWindow(server.url, people[0]);
      const call = (tool: string, input: object) => reader.ok(tool, input, place.orgId);
      return { answered: ledger.answered(), wrong: ledger.check(await readState(call, docId)) };
    },
    verify: () => problemsOf(folder, environment),
    end: () => server.kill(),
  };
}

async function prepare({ url, setUpLink }: ServerProcess): Promise<Place> {
  const [olive, ada] = [openBrowser(url), openBrowser(url)];
  const account = { email: emails[0], name: 'Olive', password };
  const { organizations } = await olive.ok('set_up', { ...account, secret: secretOf(setUpLink as string) });
  const { orgId } = organizations[0];
  const { link } = await olive.ok('invite_person', { email: emails[1] }, orgId);
  await ada.ok('accept_invitation', { secret: secretOf(link), password });
  const { id: folderId } = await olive.ok('create_folder', { name: 'Handbook' }, orgId);
  await olive.ok('share_folder', { folderId, organization: true }, orgId);
  await olive.ok('set_review', { folderId, review: true }, orgId);
  const { id: agentId } = await olive.ok('create_agent', { name: 'robot' }, orgId);
  const { key } = await olive.ok('create_key', { agentId, access: 'write' }, orgId);
  return { orgId, folderId, key };
}

/** An agent's half of the agent's paragraphs: it changes one after the other until the server is gone. */
async function write(entrance: Entrance, key: string, docId: string, half: number, ledger: Ledger): Promise<void> {
  for (let turn = 0; ; turn++) {
    // Takes turns with people. Otherwise, each decision would be about a text that has changed since.
    const seen = ledger.turns;
    await until('people take turns', () => ledger.turns > seen || ledger.isOver);
    const edit = ledger.edit((3 * (2 * turn + half)) % paragraphs);
    const { oldText, newText } = edit;
    const reply = await orGone(() => entrance.call('edit_doc', { docId, oldText, newText }, { key }));
    if (!reply) return;
    // The change was declined, so its text is gone, and the paragraph is read again.
    if (reply.code === 'ok') edit.answer();
    else if (reply.reason !== 'text_not_found') throw new Error(`the edit of an agent was answered ${reply.raw}`);
    else {
      const read = await orGone(() => entrance.call('read_doc', { docId }, { key }));
      if (!read) return;
      edit.refuse(numbersIn(read.value.bodyMarkdown));
    }
  }
}

/** A person who changes paragraphs and decides about changes of the agent by turns, until the server is gone. */
async function writeAndDecide(browser: Browser, orgId: string, docId: string, who: number, ledger: Ledger): Promise<void> {
  for (let turn = 0; ; turn++) {
    ledger.turns++;
    const edit = ledger.edit((3 * turn + 1 + who) % paragraphs);
    const saved = await orGone(() => browser.post('edit_doc', { docId, oldText: edit.oldText, newText: edit.newText }, { orgId }));
    if (!saved) return;
    if (saved.status !== 200) throw new Error(`the edit of a person was answered ${saved.raw}`);
    edit.answer();
    const review = await orGone(() => browser.ok('read_review', { itemId: docId }, orgId));
    if (!review) return;
    const change = review.changes[Math.floor(Math.random() * review.changes.length)];
    if (!change) continue;
    const isAccepted = Math.random() < 0.5;
    const decision = ledger.decide(change, isAccepted);
    const choice = isAccepted ? { accept: [change.id] } : { decline: [change.id], ...(turn % 2 === 0 && { note: 'No.' }) };
    const decided = await orGone(() =>
      browser.post('review_item', { itemId: docId, reviewCount: review.reviewCount, ...choice }, { orgId }),
    );
    if (!decided) return;
    if (decided.status === 200) decision.answer(decided.headers.get('X-Request-Id') ?? '');
    else if (decided.body.error.reason === 'stale_version') decision.refuse();
    else throw new Error(`the decision was answered ${decided.raw}`);
  }
}

/** The answer to a call, or undefined if the server is gone. */
async function orGone<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated')) return undefined;
    throw error;
  }
}

async function readState(call: (tool: string, input: object) => Promise<Loose>, docId: string): Promise<ReviewedState> {
  const { bodyMarkdown: current, versionCount } = await call('read_doc', { docId });
  const { bodyMarkdown: reviewed } = await call('read_doc', { docId, version: 'reviewed' });
  const changes: Loose[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Loose = await call('list_changes', { itemId: docId, include: ['reviews'], limit: 100, cursor });
    changes.push(...page.changes);
    cursor = page.nextCursor;
  }
  return { current, reviewed, versionCount, changes };
}
