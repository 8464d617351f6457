import { describe, expect, it } from 'vitest';
import { createLooker } from './looker.ts';

const never = (error: unknown) => expect.unreachable(String(error));

describe('createLooker', () => {
  it('looks once more for however many times it was told to while it looked', async () => {
    const looks: PromiseWithResolvers<void>[] = [];
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const looker = createLooker({
      look() {
        const look = Promise.withResolvers<void>();
        begun[looks.push(look) - 1]?.resolve();
        return look.promise;
      },
      report: never,
    });
    for (let time = 0; time < 5; time++) looker.look();
    await begun[0]!.promise;
    for (let time = 0; time < 5; time++) looker.look();
    looks[0]!.resolve();
    await begun[1]!.promise;
    looks[1]!.resolve();
    await looker.stop();
    expect(looks).toHaveLength(2);
  });

  it('reports a look that failed, and looks again', async () => {
    const reported: unknown[] = [];
    const again = Promise.withResolvers<void>();
    const looker = createLooker({
      async look() {
        if (reported.length === 0) throw new Error('away');
        again.resolve();
      },
      report(error) {
        reported.push(error);
        looker.look();
      },
      restMs: 1,
    });
    looker.look();
    await again.promise;
    expect(reported).toHaveLength(1);
    await looker.stop();
  });

  it('looks no more once it is stopped, also where it rests', async () => {
    let looks = 0;
    const looker = createLooker({ look: async () => void looks++, report: never, restMs: 1 });
    looker.look();
    looker.look();
    await looker.stop();
    looker.look();
    await looker.stop();
    expect(looks).toBe(1);
  });
});
