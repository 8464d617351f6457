import { type Browser, goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import { givenEngine } from '../kit/engines.ts';
import { killAmong, type Operation, problemsOf, type Wrong } from './kill-among.ts';
import { type ServerProcess, startServer } from './server.ts';

/** Number of concurrent operations of each kind. More would be refused by the limit on password hashing (D41). */
const ofEach = 4;
const newPassword = 'staple correct horse';
const credentials = { email: 'owner@acme.test', password: goodPassword };
const owner = { ...credentials, name: 'Olive' };

/** Operation in progress when the server was killed. */
interface Sent extends Operation {
  kind: Kind;
  email: string;
  /** Secret of the link that it used. */
  secret: string;
}

type Kind = 'accept_invitation' | 'reset_password' | 'change_password' | 'sign_in';

/**
 * Kills a server while it sets up its first account, before or after the answer. Afterwards it has one account or none, and shows a link
 * only without one. A used link stays used.
 */
export async function killSetUp(folder: string, killWhenAnswered: boolean): Promise<Wrong> {
  const environment = await givenEngine.environment(folder);
  const server = await startServer(folder, environment);
  const input = { ...owner, secret: secretOf(server.setUpLink as string) };
  const answered = openBrowser(server.url)
    .ok('set_up', input)
    .then(
      () => true,
      () => false,
    );
  if (killWhenAnswered) await answered;
  await server.kill();
  const wasAnswered = await answered;

  const later = await startServer(folder, environment);
  const isDone = later.setUpLink === undefined;
  const wrong: Wrong = wasAnswered && !isDone ? ['the set-up was answered and there is no account'] : [];
  const browser = openBrowser(later.url);
  if (isDone) await browser.ok('sign_in', credentials);
  else await browser.ok('set_up', input);
  const again = await openBrowser(later.url).refused('set_up', input);
  if (again !== 'invalid_request/already_set_up') wrong.push(`the link was used and is answered ${again}`);
  await later.kill();
  return [...wrong, ...(await problemsOf(folder, environment))];
}

/**
 * Kills a server while people accept invitations, reset and change passwords and sign in, after this many answers. Afterwards each
 * operation is done or not done, answered ones are done, and a used link stays used.
 */
export async function killSignIns(folder: string, killAfter: number): Promise<{ answered: number; wrong: Wrong }> {
  const environment = await givenEngine.environment(folder);
  const server = await startServer(folder, environment);
  const sent = await prepareAll(server);
  const answered = await killAmong(server, sent, killAfter);

  const later = await startServer(folder, environment);
  const wrong: Wrong = [];
  for (const one of sent) wrong.push(...(await lookAt(openBrowser(later.url), one, answered.has(one))));
  await later.kill();
  return { answered: answered.size, wrong: [...wrong, ...(await problemsOf(folder, environment))] };
}

/** Prepares everything up to the calls that a kill interrupts. */
async function prepareAll({ url, setUpLink }: ServerProcess): Promise<Sent[]> {
  const inviter = openBrowser(url);
  const { organizations } = await inviter.ok('set_up', { ...owner, secret: secretOf(setUpLink as string) });
  const orgId: string = organizations[0].orgId;
  const linkOf = async (tool: string, email: string) => secretOf((await inviter.ok(tool, { email }, orgId)).link);

  async function join(email: string): Promise<Browser> {
    const browser = openBrowser(url);
    await browser.ok('accept_invitation', { secret: await linkOf('invite_person', email), password: goodPassword });
    return browser;
  }

  function prepared(kind: Kind, email: string, secret: string, browser: Browser, input: object): Sent {
    return { kind, email, secret, call: () => browser.ok(kind, input) };
  }

  const all: Sent[] = [];
  for (let number = 0; number < ofEach; number++) {
    const [invited, resetting, changing, signing] = ['invited', 'resetting', 'changing', 'signing'].map(
      (who) => `${who}-${number}@acme.test`,
    ) as [string, string, string, string];
    const invitation = await linkOf('invite_person', invited);
    all.push(prepared('accept_invitation', invited, invitation, openBrowser(url), { secret: invitation, password: goodPassword }));
    await join(resetting);
    const reset = await linkOf('create_reset_link', resetting);
    all.push(prepared('reset_password', resetting, reset, openBrowser(url), { secret: reset, newPassword }));
    all.push(prepared('change_password', changing, '', await join(changing), { password: goodPassword, newPassword }));
    await join(signing);
    all.push(prepared('sign_in', signing, '', openBrowser(url), { email: signing, password: goodPassword }));
  }
  return all;
}

async function lookAt(browser: Browser, { kind, email, secret }: Sent, isAnswered: boolean): Promise<Wrong> {
  const isAccepted = async (tool: string, input: object) => (await browser.post(tool, input)).status === 200;
  const signsIn = (password: string) => isAccepted('sign_in', { email, password });
  const isOpen = secret !== '' && (await isAccepted('read_link', { secret }));
  const isNew = kind === 'reset_password' || kind === 'change_password';
  const isDone = await signsIn(isNew ? newPassword : goodPassword);
  const wrong: Wrong = [];
  if (isAnswered && !isDone) wrong.push(`${kind} of ${email} was answered and is not done`);
  if (isNew && (await signsIn(goodPassword)) === isDone) wrong.push(`${kind} of ${email}: both passwords are good, or none`);
  if (kind === 'sign_in' && !isDone) wrong.push(`${email} cannot sign in any more`);
  if (secret !== '') wrong.push(...linkFaults(email, isDone, isOpen, await isAccepted(kind, { secret, ...inputOf(kind) })));
  return wrong;
}

/** Checks that a link is used exactly if its operation is done, and works exactly if it is open. */
function linkFaults(email: string, isDone: boolean, isOpen: boolean, works: boolean): Wrong {
  const not = (so: boolean) => (so ? '' : 'not ');
  return [
    ...(isOpen === isDone ? [`the operation of ${email} is ${not(isDone)}done, and the link is ${not(isOpen)}open`] : []),
    ...(works !== isOpen ? [`the link of ${email} is ${not(isOpen)}open, and does ${not(works)}work`] : []),
  ];
}

function inputOf(kind: Kind): object {
  return kind === 'reset_password' ? { newPassword } : { password: goodPassword };
}
