import { describe, expect, it } from 'vitest';
import { type Browser, goodPassword, openBrowser, setUpOwner } from '../../testing/fake-browser.ts';
import { createWorld, type World } from '../../testing/test-world.ts';

const right = { email: 'owner@acme.test', password: goodPassword };
const wrong = { ...right, password: 'wrong horse battery' };
const minute = 60_000;

async function fail(browser: Browser, times: number, input: object = wrong): Promise<void> {
  for (let time = 0; time < times; time++) expect(await browser.refused('sign_in', input)).toBe('unauthorized/wrong_password');
}

/** Makes the maximum number of attempts for this e-mail, each from its own address. */
async function failFromEverywhere(world: World, times: number): Promise<void> {
  for (let number = 0; number < times; number++) await fail(openBrowser(world, `198.51.100.${number}`), 1);
}

describe('guessing (D41)', () => {
  it('is refused after 10 failures of an address for an e-mail, even with the right password, with the time to wait', async () => {
    await using world = await createWorld();
    await setUpOwner(world);
    const browser = openBrowser(world, '192.0.2.1');
    await fail(browser, 9);
    world.clock.now += 5 * minute;
    await fail(browser, 1);
    const answer = await browser.call('sign_in', right);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'rate_limited', reason: 'too_many_tries', retryAfterSeconds: 600, status: 429 },
    });
    await fail(browser, 1, { ...wrong, email: 'nobody@acme.test' });
    await openBrowser(world, '192.0.2.2').ok('sign_in', right);
    world.clock.now += 10 * minute - 1;
    expect(await browser.refused('sign_in', right)).toBe('rate_limited/too_many_tries');
    world.clock.now += 1;
    await browser.ok('sign_in', right);
  });

  it('counts an unknown e-mail in the same way', async () => {
    await using world = await createWorld();
    const browser = openBrowser(world, '192.0.2.1');
    const nobody = { ...wrong, email: 'nobody@acme.test' };
    await fail(browser, 10, nobody);
    expect(await browser.refused('sign_in', nobody)).toBe('rate_limited/too_many_tries');
  });

  it('removes a successful attempt from the count', async () => {
    await using world = await createWorld();
    await setUpOwner(world);
    const browser = openBrowser(world, '192.0.2.1');
    for (let round = 0; round < 3; round++) {
      await fail(browser, 3);
      await openBrowser(world, '192.0.2.1').ok('sign_in', right);
    }
    await fail(browser, 1);
    expect(await browser.refused('sign_in', right)).toBe('rate_limited/too_many_tries');
  });

  it('is refused after 100 failures for an e-mail from anywhere, but not for a browser that was signed in before', async () => {
    await using world = await createWorld();
    const known = await setUpOwner(world, '192.0.2.1');
    await known.ok('sign_out');
    await failFromEverywhere(world, 100);
    expect(await openBrowser(world, '203.0.113.1').refused('sign_in', right)).toBe('rate_limited/too_many_tries');
    const forged = openBrowser(world, '203.0.113.1');
    // Not the last letter: of its bits some mean nothing.
    forged.token = known.token?.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect(await forged.refused('sign_in', right)).toBe('rate_limited/too_many_tries');
    await known.ok('sign_in', right);
    await fail(known, 10);
    expect(await known.refused('sign_in', right)).toBe('rate_limited/too_many_tries');
  });

  it('is refused after 100 failures of an address for any e-mail', { tags: ['nightly'] }, async () => {
    await using world = await createWorld();
    await setUpOwner(world);
    const browser = openBrowser(world, '192.0.2.1');
    for (let number = 0; number < 100; number++) await fail(browser, 1, { ...wrong, email: `nobody${number}@acme.test` });
    expect(await browser.refused('sign_in', right)).toBe('rate_limited/too_many_tries');
    await openBrowser(world, '192.0.2.2').ok('sign_in', right);
  });

  it('counts concurrent attempts before any password is checked', async () => {
    await using world = await createWorld();
    await setUpOwner(world);
    const answers = await Promise.all(Array.from({ length: 14 }, () => openBrowser(world).call('sign_in', wrong)));
    const reasons = answers.map((answer) => (answer.ok ? 'ok' : answer.error.reason));
    expect(reasons.filter((reason) => reason === 'too_many_tries')).toHaveLength(4);
  });

  it('counts attempts of a session separately', async () => {
    await using world = await createWorld();
    const browser = await setUpOwner(world, '192.0.2.1');
    const change = { password: 'wrong horse', newPassword: 'staple correct horse' };
    for (let time = 0; time < 10; time++) expect(await browser.refused('change_password', change)).toBe('unauthorized/wrong_password');
    expect(await browser.refused('change_password', { ...change, password: goodPassword })).toBe('rate_limited/too_many_tries');
    await openBrowser(world, '192.0.2.1').ok('sign_in', right);
  });
});
