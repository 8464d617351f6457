import type { ConsoleWorld } from '../browser/console-world.ts';

const callsTogether = 16;

/** Makes a number of calls with the gateway's key, several at a time. */
export async function makeMany({ gateway }: ConsoleWorld, count: number, tool: string, inputOf: (number: number) => object): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index).values();
  await Promise.all(
    Array.from({ length: callsTogether }, async () => {
      for (const number of numbers) {
        const answer = await fetch(`${gateway.url}/v1/tools/${tool}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(inputOf(number)),
        });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${tool}: ${text}`);
      }
    }),
  );
}
