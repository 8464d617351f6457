import { postgresEngine, sqliteEngine } from '../kit/engines.ts';
import { cutEverywhere } from '../repeats/cut-everywhere.ts';

/** Cuts connections at many places of request and response of every tool that may change something, on both engines (D70). */
export async function cutConnections(points = 1000): Promise<string[]> {
  const wrong: string[] = [];
  for (const engine of [sqliteEngine, postgresEngine]) {
    if (engine.missing !== undefined) continue;
    const found = await cutEverywhere(engine, points);
    process.stdout.write(`${engine.name}: cut at ${found.cuts} places\n`);
    wrong.push(...found.wrong.map((fault) => `${engine.name}: ${fault}`));
  }
  return wrong;
}
