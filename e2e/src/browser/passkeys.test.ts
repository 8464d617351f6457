import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { goodPassword } from '../console/browser.ts';
import { findBarriers } from './accessibility.ts';
import { openConsoleWorld, ownerEmail } from './console-world.ts';
import { typeInto } from './walks/hands.ts';

it('adds a passkey with the password, signs in with it alone, and removes it', async () => {
  await using world = await openConsoleWorld();
  await using owner = await world.visit(world.owner);
  const { page, faults } = owner;
  await holdAuthenticator(page);

  await page.goto(world.at('/account'));
  await page.getByRole('button', { name: 'Add passkey…' }).click();
  await typeInto(page.getByLabel('Passkey name'), 'Virtual');
  await typeInto(page.getByLabel('Your password'), 'wrong horse battery');
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click();
  await page.getByText('Wrong password.').waitFor();
  await typeInto(page.getByLabel('Your password'), goodPassword);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await passkeys.getByText('Virtual').waitFor();

  await page.context().clearCookies();
  await page.goto(`${world.origin}/app/sign-in`);
  const signIn = page.getByRole('button', { name: 'Use a passkey' });
  await signIn.waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await signIn.click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

  await page.goto(world.at('/account'));
  await passkeys.getByText('Used').waitFor();
  await page.getByRole('button', { name: 'Remove the passkey Virtual' }).click();
  await typeInto(page.getByRole('dialog').getByLabel('Your password'), goodPassword);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove passkey', exact: true }).click();
  await page.getByText('Passkey Virtual removed').waitFor();
  await passkeys.waitFor({ state: 'detached' });
  await page.context().clearCookies();
  await page.goto(`${world.origin}/app/sign-in`);
  await signIn.click();
  await page.getByText("That passkey didn't work").waitFor();
  expect(faults).toEqual([]);
});

it('keeps ticked passkeys after a password reset, and removes the others', async () => {
  await using world = await openConsoleWorld();
  await using owner = await world.visit(world.owner);
  const { page, faults } = owner;
  await holdAuthenticator(page);
  await page.goto(world.at('/account'));
  await page.getByRole('button', { name: 'Add passkey…' }).click();
  await typeInto(page.getByLabel('Passkey name'), 'Virtual');
  await typeInto(page.getByLabel('Your password'), goodPassword);
  await page.getByRole('button', { name: 'Add passkey', exact: true }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await passkeys.getByText('Virtual').waitFor();

  for (const isKept of [true, false]) {
    const { link } = await world.place.json(['people', 'reset-link', ownerEmail]);
    await page.goto('about:blank');
    await page.goto(link.replace(new URL(link).origin, world.origin));
    const virtual = page.getByRole('checkbox', { name: 'Virtual, a passkey created' });
    await virtual.waitFor();
    expect(await virtual.isChecked()).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    if (isKept) await virtual.check();
    await typeInto(page.getByRole('textbox', { name: 'New password' }), `kept is ${isKept}`);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto(world.at('/account'));
    await page.getByRole('button', { name: 'Add passkey…' }).waitFor();
    expect(await passkeys.count()).toBe(isKept ? 1 : 0);
  }
  expect(faults).toEqual([]);
});

/** Adds a virtual authenticator to a page, already touched and unlocked. */
async function holdAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
