import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresEngine, type StorageEngine, sqliteEngine } from '../kit/engines.ts';
import { killGrants } from '../processes/kill-grants.ts';
import { openReviewKills } from '../processes/kill-reviews.ts';
import { type KillRounds, openKillRounds } from '../processes/kill-round.ts';
import { killSignIns } from '../processes/kill-sign-in.ts';
import { killWaysIn } from '../processes/kill-ways-in.ts';

/** Kills a server under load repeatedly. Returns answered changes that are lost, and then keeps the data directory. */
export async function killUnderLoad(rounds = 50): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-kills-'));
  const killing = await openKillRounds(folder);
  const wrong = await killAgainAndAgain(killing, rounds).finally(() => killing.end());
  if (wrong.length === 0) rmSync(folder, { recursive: true });
  else process.stdout.write(`kept for looking at: ${folder}\n`);
  return wrong;
}

async function killAgainAndAgain(killing: KillRounds, rounds: number): Promise<string[]> {
  const restarts: number[] = [];
  const wrong: string[] = [];
  let answered = 0;
  for (let round = 1; round <= rounds && wrong.length === 0; round++) {
    const { lost, restartMs, ...one } = await killing.next();
    answered += one.answered;
    restarts.push(restartMs);
    wrong.push(...lost.map((fault) => `lost: ${fault}`));
    process.stdout.write(`round ${round} of ${rounds}: ${one.answered} answered, restart ${Math.round(restartMs)} ms\n`);
  }
  wrong.push(...(await killing.verify()).map((problem) => `verify: ${JSON.stringify(problem)}`));
  const median = restarts.sort((left, right) => left - right)[Math.floor(restarts.length / 2)] ?? 0;
  const longest = restarts.at(-1) ?? 0;
  process.stdout.write(`${answered} answered calls; restarts: median ${Math.round(median)} ms, longest ${Math.round(longest)} ms\n`);
  return wrong;
}

/** Kills a server on each engine while an agent and two people write and decide. Returns what is lost or half decided. */
export async function killWhileReviewing(rounds = 40): Promise<string[]> {
  const wrong: string[] = [];
  for (const engine of [sqliteEngine, postgresEngine]) {
    if (engine.missing !== undefined) process.stdout.write(`${engine.name} is skipped: ${engine.missing}\n`);
    else wrong.push(...(await killReviewsOn(engine, rounds)).map((fault) => `${engine.name}: ${fault}`));
  }
  return wrong;
}

async function killReviewsOn(engine: StorageEngine, rounds: number): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-kills-reviews-'));
  const killing = await openReviewKills(folder, engine);
  try {
    for (let round = 1; round <= rounds; round++) {
      const { answered, wrong } = await killing.next();
      process.stdout.write(`${engine.name}, round ${round} of ${rounds}: ${answered} answered\n`);
      if (wrong.length > 0) return [...wrong, `kept for looking at: ${folder}`];
    }
  } finally {
    await killing.end();
  }
  const problems = await killing.verify();
  if (problems.length === 0) rmSync(folder, { recursive: true });
  return problems;
}

const kinds = [killSignIns, killWaysIn, killGrants];

/** Kills servers during people's sign-in operations, at one moment after another. Returns operations that are half done afterwards. */
export async function killWhileSigningIn(rounds = 30): Promise<string[]> {
  for (let round = 1; round <= rounds; round++) {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-kills-sign-in-'));
    const killAfter = Math.floor(round / kinds.length) % 14;
    const kill = kinds[round % kinds.length] as (typeof kinds)[number];
    const { wrong } = await kill(folder, killAfter);
    process.stdout.write(`round ${round} of ${rounds}: ${kill.name}, killed when ${killAfter} were answered\n`);
    if (wrong.length > 0) return [...wrong, `kept for looking at: ${folder}`];
    rmSync(folder, { recursive: true });
  }
  return [];
}
