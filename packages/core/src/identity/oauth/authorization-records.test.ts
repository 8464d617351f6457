import type { Op } from '@gatehouse/storage';
import { testEngines } from '@gatehouse/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepForStranger } from '../../kernel/strangers/keep-for-stranger.ts';
import { strangerLimits } from '../../kernel/strangers/stranger-limits.ts';
import { createWorld, type World } from '../../testing/test-world.ts';
import { type AuthorizationRecords, createAuthorizationRecords } from './authorization-records.ts';
import { grantId } from './grants.ts';

const mebibyte = 1024 * 1024;

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`consent requests stored by strangers, on ${engine.name} (D64)`, () => {
    let world: World;
    let records: AuthorizationRecords;
    beforeAll(async () => {
      world = await createWorld({ engine: engine.dialect });
      const { store, settings, clock } = world.gateway;
      records = createAuthorizationRecords({ store, settings, clock });
    });
    afterAll(async () => await world[Symbol.asyncDispose]());
    const change = <T>(program: () => Op<T>) => world.store.perform(program, { changes: true });
    const emptied = () => change(() => world.store.strangerRows.removeOld(Number.MAX_SAFE_INTEGER));
    const keep = (secret: string, from: string, bytes = 100) => {
      world.clock.now++;
      const expiresAt = world.clock.now + 1_000_000;
      return records.keep('request', secret, { payload: { filler: 'x'.repeat(bytes) }, expiresAt, from });
    };
    const isThere = async (secret: string) => (await records.find('request', secret)) !== undefined;

    it('are evicted oldest first from the address that stores the most, and others keep theirs', async () => {
      await emptied();
      expect(await keep('honest', '198.51.100.1')).toBe(true);
      const large = ['first', 'second', 'third', 'fourth'];
      // One address can store a sixteenth of 16 MiB.
      for (const secret of large) expect(await keep(secret, '203.0.113.9', mebibyte / 3)).toBe(true);
      expect(await Promise.all(['honest', ...large].map(isThere))).toEqual([true, false, false, true, true]);
    });

    it('are refused, and nothing is stored, if permanent counters take all the room', async () => {
      await emptied();
      const { all, kinds } = strangerLimits;
      const usual = { ...all };
      Object.assign(all, { rows: 4 });
      try {
        await change(function* () {
          for (let count = 0; count < 4; count++) {
            const what = { kind: 'try', id: `try ${count}`, bytes: 1, createdAt: 1, expiresAt: 2, address: `10.${count}.0.1` } as const;
            expect(yield* keepForStranger(world.store, what)).toBe(true);
          }
        });
        expect(kinds.try.evicts).toBe(false);
        expect(await keep('refused', '198.51.100.2')).toBe(false);
        expect(await isThere('refused')).toBe(false);
      } finally {
        Object.assign(all, usual);
      }
    });

    it('are removed once, and a second removal is not a fault', async () => {
      await keep('removed', '198.51.100.3');
      for (const secret of ['removed', 'removed', 'absent']) await records.remove('request', secret);
      expect(await isThere('removed')).toBe(false);
    });

    it('are used once, except a refresh token for half a minute', async () => {
      const expiresAt = world.clock.now + 1_000_000;
      const id = grantId(world.orgId, 'key_1');
      const uses = async (model: 'code' | 'refresh_token') => {
        await records.keep(model, model, { payload: {}, expiresAt, grantId: id });
        const consumed: unknown[] = [(await records.find(model, model))?.consumedAt];
        const taken = [await records.consume(model, model), await records.consume(model, model)];
        consumed.push((await records.find(model, model))?.consumedAt);
        world.clock.now += 30_001;
        taken.push(await records.consume(model, model));
        consumed.push((await records.find(model, model))?.consumedAt);
        return { taken, consumed };
      };
      const at = world.clock.now;
      expect(await uses('code')).toEqual({ taken: [true, false, false], consumed: [undefined, at, at] });
      const later = world.clock.now;
      expect(await uses('refresh_token')).toEqual({ taken: [true, true, false], consumed: [undefined, undefined, later] });
    });
  });
}
