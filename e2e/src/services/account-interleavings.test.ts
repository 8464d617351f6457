import fc from 'fast-check';
import { expect, it } from 'vitest';
import { goodPassword } from '../console/browser.ts';
import { forEachEngine, givenEngine } from '../kit/engines.ts';
import { type AccountWorld, type Member, openAccountWorld } from './account-world.ts';

const people = ['ada', 'bob', 'cleo'] as const;
type Name = (typeof people)[number];

/** Something that happens to one person's account. Two agents of theirs call, each through one of two gateways. */
interface Step {
  who: Name;
  what: 'call' | 'call through the other' | 'expire' | 'end' | 'disconnect' | 'connect';
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom(...people),
  what: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('call' as const, 'call through the other' as const) },
    { weight: 3, arbitrary: fc.constant('expire' as const) },
    { weight: 1, arbitrary: fc.constantFrom('end' as const, 'disconnect' as const) },
    { weight: 2, arbitrary: fc.constant('connect' as const) },
  ),
});

/** The steps of a round run at once. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 });

/** Expected state of a person's account after all steps have ended. */
interface Known {
  state: 'connected' | 'not connected' | 'unknown';
  /** True if the access token was ended, and no call was made since. */
  isStale: boolean;
}

async function interleave(runs: number, engine = givenEngine): Promise<void> {
  await using world = await openAccountWorld({ engine });
  const { service } = world;
  for (const name of people) service.people.set(name, { tools: ['whoami', 'create_note'] });
  const connectionId = await world.addNotes();
  const members = new Map<Name, Member>();
  for (const name of people) members.set(name, await world.member(name));
  const memberOf = (name: Name) => members.get(name) as Member;
  await memberOf('ada').connect(connectionId, 'ada');
  await world.olive.ok('test_connection', { connectionId });
  const other = await world.another();
  const known = new Map<Name, Known>(people.map((name) => [name, { state: 'not connected', isStale: false }]));
  known.set('ada', { state: 'connected', isStale: false });

  /** Calls a tool, and returns the account that the service saw, or the reason of a refusal. */
  const call = async (name: Name, isOther: boolean) => {
    const given = { text: name };
    const answer = isOther
      ? await other.run(memberOf(name).key, 'notes__create_note', given)
      : await world.call(memberOf(name).key, 'execute_service_tool', { toolSlug: 'notes__create_note', arguments: given });
    if (!answer.ok) return answer.error.reason ?? answer.error.code;
    return (answer.value as { content: { text: string }[] }).content[0]?.text.replace('create_note as ', '');
  };
  // The service signs in one person at a time. Finishing the sign-ins can overlap.
  let turn: Promise<unknown> = Promise.resolve();
  const connect = async (name: Name) => {
    const visit = turn.then(() => memberOf(name).visit(connectionId, name));
    turn = visit;
    await memberOf(name).ok('finish_service_account', { query: await visit, connectionId });
  };
  const disconnect = async (name: Name) =>
    void (await memberOf(name).browser.post('disconnect_service_account', { connectionId }, { orgId: world.orgId }));

  async function take({ who, what }: Step): Promise<void> {
    switch (what) {
      case 'call':
      case 'call through the other':
        expect([who, 'connect_first', 'service_failed']).toContain(await call(who, what !== 'call'));
        return;
      case 'expire':
        return service.expireTokens(who);
      case 'end':
        return service.endGrants(who);
      case 'disconnect':
        return await disconnect(who);
      case 'connect':
        return await connect(who);
      default:
        return what satisfies never;
    }
  }

  /** A session has a number of calls a minute. */
  const signInAgain = async () => {
    for (const name of people) await memberOf(name).browser.ok('sign_in', { email: `${name}@acme.test`, password: goodPassword });
  };
  let begun = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (plan) => {
      if (++begun % 200 === 0) await signInAgain();
      for (const round of plan) {
        await Promise.all(round.map(take));
        for (const name of people)
          known.set(
            name,
            after(
              known.get(name) as Known,
              round.filter(({ who }) => who === name),
            ),
          );
      }
      for (const name of people) {
        const { state } = known.get(name) as Known;
        const told = [await call(name, true), await call(name, false)];
        if (state === 'unknown') expect([name, 'connect_first']).toContain(told[0]);
        else
          expect(told, JSON.stringify({ name, plan, known: [...known] })).toEqual(
            state === 'connected' ? [name, name] : ['connect_first', 'connect_first'],
          );
        known.set(name, { state: told[1] === name ? 'connected' : 'not connected', isStale: false });
      }
      expectOneUse(world);
    }),
    { numRuns: runs },
  );
  expect(service.calls.length).toBeGreaterThan(runs);
  expect(service.calls.filter((one) => one.person !== one.arguments.text)).toEqual([]);
  expect(world.faults).toEqual([]);
}

/** No refresh token was shown twice, by whichever process: that would have ended what the person allowed. */
function expectOneUse({ service: { tokenRequests } }: AccountWorld): void {
  const shown = tokenRequests.map((request) => request.get('refresh_token')).filter((token) => token !== null);
  expect(shown.length).toBe(new Set(shown).size);
}

function after({ state, isStale }: Known, steps: Step[]): Known {
  const has = (what: Step['what']) => steps.some((one) => one.what === what);
  const isCalled = has('call') || has('call through the other');
  const isLost = has('end') || has('disconnect');
  if (has('connect')) return { state: isLost || has('expire') ? 'unknown' : 'connected', isStale: has('expire') };
  if (state === 'not connected' || isLost) return { state: 'not connected', isStale: false };
  // If a token was renewed and ended during a call, the service refused twice, so the account may have ended.
  return { state: has('expire') && isStale && isCalled ? 'unknown' : state, isStale: has('expire') || (isStale && !isCalled) };
}

it('makes each call with the account of its person, for any order of calls, renewals, ends and new accounts', async () => {
  await interleave(40);
});

forEachEngine((engine) => {
  it('makes each call with the account of its person in ten thousand interleavings', {
    tags: ['nightly'],
    timeout: 7_200_000,
  }, async () => {
    await interleave(10_000, engine);
  });
});
