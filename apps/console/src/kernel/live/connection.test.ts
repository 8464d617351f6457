import { describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';

/** Opens a connection. The test controls the answers of the gateway and the time. */
function open() {
  const asked: ((isThere: boolean) => void)[] = [];
  const waits: { ms: number; end: () => void }[] = [];
  const connection = createConnection({
    ask: () => new Promise((resolve) => asked.push(resolve)),
    wait: (ms) => new Promise((end) => waits.push({ ms, end })),
    clock: () => 7,
  });
  const heard: boolean[] = [];
  connection.subscribe(() => heard.push(connection.state().isOnline));
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  return {
    connection,
    heard,
    waits,
    asked,
    async answer(isThere: boolean) {
      asked.shift()?.(isThere);
      await settle();
    },
    async pass() {
      waits.shift()?.end();
      await settle();
    },
  };
}

describe('the connection', () => {
  it('is not lost because one call was cut off', async () => {
    const { connection, heard, answer } = open();
    connection.doubt();
    await answer(true);
    expect(heard).toEqual([]);
    expect(connection.state()).toEqual({ isOnline: true });
  });

  it('reports once that it is lost and once that it is back, for any number of failures, and checks less and less often', async () => {
    const { connection, heard, answer, pass, asked, waits } = open();
    const back = vi.fn();
    for (let calls = 0; calls < 5; calls++) connection.doubt();
    expect(asked).toHaveLength(1);
    await answer(false);
    expect(connection.state()).toEqual({ isOnline: false, since: 7 });
    void connection.whenAnswered().then(back);
    const paused: (number | undefined)[] = [];
    for (let times = 0; times < 5; times++) {
      connection.doubt();
      paused.push(waits[0]?.ms);
      await pass();
      await answer(false);
    }
    expect(paused).toEqual([500, 1000, 2000, 4000, 4000]);
    expect(back).not.toHaveBeenCalled();
    await pass();
    await answer(true);
    expect(heard).toEqual([false, true]);
    expect(back).toHaveBeenCalledOnce();
  });

  it('is back as soon as any call is answered, and stays so if an older check fails', async () => {
    const { connection, heard, answer, pass } = open();
    connection.doubt();
    await answer(false);
    await pass();
    connection.answered();
    expect(heard).toEqual([false, true]);
    await answer(false);
    expect(heard).toEqual([false, true]);
    connection.doubt();
    await answer(false);
    expect(heard).toEqual([false, true, false]);
  });
});
