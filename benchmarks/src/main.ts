import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureAttacks } from './attacks.ts';
import { measuredCalls } from './calls.ts';
import { comparedCalls, compareWithBare } from './compare.ts';
import { measureConsole } from './console.ts';
import { compareEngines, engineCalls, enginesMissing } from './engines.ts';
import { measureFailedEdits } from './failed-edits.ts';
import { measureFairness } from './fairness.ts';
import { measureFigures } from './figures.ts';
import { measureGrowth } from './growth/growth.ts';
import { measureGrowthOfAll } from './growth/growth-of-all.ts';
import { measureHostileChecks } from './hostile-checks.ts';
import { compareMcp } from './mcp.ts';
import { measureRegress } from './regress.ts';
import { step, table } from './report.ts';
import { measureServices } from './services/services.ts';
import { measureProxies } from './services/services-proxies.ts';
import { measureTakingBack } from './taking-back/taking-back.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    call: { type: 'string' },
    against: { type: 'string' },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const usage = `pnpm bench [--only compare|engines|mcp|services|hostile-checks|attacks|fairness|failed-edits|taking-back|console|growth|regress] [--seconds N] [--rounds N] [--call TOOL] [--against COMMIT] [--quick] [--json FILE]
  compare   the gateway beside a bare Hono route with the same SQLite work, in turns
  engines   the real program on SQLite and on Postgres: calls/s and processor time a call
  mcp       the MCP entrance beside the SDK with an empty tool, and beside the HTTP entrance; by keys and by tokens
  services  a call forwarded to an MCP server beside the same call made directly, and the check of its arguments; beside mcp-proxy
  hostile-checks  what honest callers wait beside 50 calls at a time whose arguments take years to check
  attacks   what honest callers wait beside half-sent, endless and tiny bodies, and readers that stall
  fairness  what one call at a time of an idle key waits while 40 other keys keep 1,000 calls waiting, and what becomes of 3,000
            connections that are opened at once
  failed-edits  an edit that finds no place in 9 MB beside a find there
  taking-back  what callers wait while a run of 2,000 items is taken back, beside quiet, on both engines; how long its preview takes,
            and what the row of the history costs a write call
  console   how long what people open in the workspace application holds up calls, at 10,000 documents and 1,000,000 activity rows;
            how soon they see a page and an agent's call, what 50 people's streams cost callers at 200 writes/s,
            and a key on 10,000 tasks, 10,000 documents, 5,000 files and a document of 1 MiB
  growth    the gateway at 1,000, 10,000 and 100,000 documents and 0 and 1,000,000 activity rows
  regress   this commit beside an older one (--against), work behind the answers included; ends with 1 if a call costs over 1.1 ×`;

if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

const parts = [
  'compare',
  'engines',
  'mcp',
  'services',
  'hostile-checks',
  'attacks',
  'fairness',
  'failed-edits',
  'taking-back',
  'console',
  'growth',
  'regress',
];
if (values.only !== undefined && !parts.includes(values.only)) refuse(`there is no part ${values.only}`);
if (values.only === 'regress' && values.against === undefined) refuse('regress needs --against COMMIT');
if (values.call !== undefined && !Object.hasOwn(measuredCalls, values.call))
  refuse(`${values.call} is not among the calls that are measured`);

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'));
const seconds = Number(values.seconds);
const results: Record<string, Record<string, string | number>[]> = {};
try {
  if (isAsked('compare')) {
    step('Comparing with a bare Hono route');
    results.compare = await compareWithBare({
      folder,
      seconds,
      tools: callsOr(comparedCalls),
      rounds: Number(values.rounds),
      documents: values.quick ? 500 : 2000,
    });
    process.stdout.write(`${table(results.compare)}\n\n`);
  }
  const missing = enginesMissing();
  if (isAsked('engines') && missing !== undefined) step(`The engines cannot be compared here: ${missing}`);
  else if (isAsked('engines')) {
    step('Comparing SQLite with Postgres');
    const { measured, ratios } = await compareEngines({
      folder,
      seconds,
      tools: callsOr(engineCalls),
      rounds: Number(values.rounds),
      documents: values.quick ? 500 : 2000,
    });
    Object.assign(results, { engines: measured, engineRatios: ratios });
    process.stdout.write(`${table(measured)}\n\n${table(ratios)}\n\n`);
  }
  if (isAsked('mcp')) {
    step('Comparing the MCP entrance with the SDK alone');
    results.mcp = await compareMcp({ folder, seconds, rounds: Number(values.rounds), documents: values.quick ? 500 : 2000 });
    process.stdout.write(`${table(results.mcp)}\n\n`);
  }
  if (isAsked('services')) {
    step('Comparing forwarded calls with direct ones');
    results.services = await measureServices({ folder, seconds, rounds: Number(values.rounds) });
    process.stdout.write(`${table(results.services)}\n\n`);
    step('Comparing forwarded calls with mcp-proxy');
    results.proxies = await measureProxies({ folder, seconds, rounds: Number(values.rounds) });
    process.stdout.write(`${table(results.proxies)}\n\n`);
  }
  if (isAsked('hostile-checks')) {
    step('Measuring honest calls beside checks that take years');
    results.hostileChecks = await measureHostileChecks({ folder, seconds, rounds: Number(values.rounds) });
    process.stdout.write(`${table(results.hostileChecks)}\n\n`);
  }
  if (isAsked('attacks')) {
    step('Measuring honest calls beside attacks');
    results.attacks = await measureAttacks({ seconds });
    process.stdout.write(`${table(results.attacks)}\n\n`);
  }
  if (isAsked('fairness')) {
    step('Measuring an idle key beside 1,000 waiting calls, and 3,000 connections at once');
    results.fairness = await measureFairness({ folder, seconds: Math.max(seconds, 10), documents: values.quick ? 500 : 2000 });
    process.stdout.write(`${table(results.fairness)}\n\n`);
  }
  if (isAsked('failed-edits')) {
    step('Measuring failed edits beside finds');
    results.failedEdits = await measureFailedEdits({ folder, rounds: Number(values.rounds) });
    process.stdout.write(`${table(results.failedEdits)}\n\n`);
  }
  if (isAsked('taking-back')) {
    step('Measuring callers beside a run that is taken back');
    results.takingBack = await measureTakingBack({ folder, seconds: Math.max(seconds, 5), items: values.quick ? 300 : 2000 });
    process.stdout.write(`${table(results.takingBack)}\n\n`);
  }
  if (isAsked('console')) {
    step('Measuring what people open beside a page of the log');
    const size = values.quick ? { documents: 1000, activityRows: 100_000 } : { documents: 10_000, activityRows: 1_000_000 };
    results.console = await measureConsole({ folder, rounds: Number(values.rounds), ...size });
    process.stdout.write(`${table(results.console)}\n\n`);
    step('Measuring what people at the workspace application wait for, and what they cost callers');
    const looking = values.quick ? { people: 5, writesPerSecond: 50 } : { people: 50, writesPerSecond: 200 };
    results.figures = await measureFigures({ rounds: Number(values.rounds), seconds: Number(values.seconds), ...looking });
    process.stdout.write(`${table(results.figures)}\n\n`);
  }
  if (isAsked('growth')) {
    step('Measuring growth');
    const sizes = values.quick ? [1000, 10_000] : [1000, 10_000, 100_000];
    results.growth = await measureGrowth({ folder, seconds, documents: sizes, activityRows: [0, values.quick ? 100_000 : 1_000_000] });
    process.stdout.write(`${table(results.growth)}\n\n`);
    step('Measuring the growth of every tool and operation');
    results.growthOfAll = await measureGrowthOfAll({
      folder,
      small: { documents: 1000, activityRows: 0 },
      large: values.quick ? { documents: 5000, activityRows: 50_000 } : { documents: 50_000, activityRows: 500_000 },
    });
    process.stdout.write(`${table(results.growthOfAll)}\n`);
  }
  if (values.against !== undefined && isAsked('regress')) {
    step(`Comparing with ${values.against}`);
    const { rows, dearer } = await measureRegress({
      folder,
      against: values.against,
      seconds,
      tools: callsOr(Object.keys(measuredCalls)),
      rounds: Number(values.rounds),
      documents: values.quick ? 500 : 1000,
    });
    results.regress = rows;
    process.stdout.write(`${table(rows)}\n`);
    for (const one of dearer) process.stderr.write(`${one} as much as at ${values.against}\n`);
    if (dearer.length > 0) process.exitCode = 1;
  }
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2));
} finally {
  rmSync(folder, { recursive: true });
}

function refuse(why: string): never {
  process.stderr.write(`${why}; parts: ${parts.join(', ')}; calls: ${Object.keys(measuredCalls).join(', ')}\n`);
  process.exit(2);
}

function callsOr(all: string[]): string[] {
  return values.call === undefined ? all : [values.call];
}

function isAsked(part: string): boolean {
  return values.only === undefined || values.only === part;
}
