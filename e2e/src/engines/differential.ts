import { isDeepStrictEqual } from 'node:util';
import { type Credential, peopleTools } from '@gatehouse/core';
import type { StorageEngine } from '../kit/engines.ts';
import { type Known, type Operation, randomOperation } from './operations.ts';
import { type Random, seededRandom } from './random.ts';
import { openTwin, type Twin } from './twin.ts';

export interface DifferentialOptions {
  engines: readonly [StorageEngine, StorageEngine];
  operations: number;
  seed: number;
  /** Changes the operation for the second twin, to show that both forms have the same effect. */
  reword?: (operation: Operation) => Operation;
  onProgress?: (done: number) => void;
}

export interface DifferentialOutcome {
  /** Number of occurrences of each outcome. An outcome that never occurs was not compared. */
  outcomes: Map<string, number>;
  /** The first operation with two different answers. */
  difference?: { number: number; caller: string; operation: Operation; answers: unknown[] };
  faults: unknown[];
}

/** A caller whose credential differs by engine. */
interface Caller {
  name: string;
  credential(twin: Twin): Credential;
}

const callsPerMinute = 60;
/** Operations of people. A key that calls one gets the answer for an unknown tool, so people make most of these calls. */
const forPeople: ReadonlySet<string> = new Set(peopleTools.map(({ name }) => name));

/** Makes the same random calls on both engines, one after the other, until their answers differ. */
export async function compareEngines({
  engines,
  operations,
  seed,
  reword = (operation) => operation,
  onProgress,
}: DifferentialOptions): Promise<DifferentialOutcome> {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const random = seededRandom(seed);
  await using first = await openTwin(engines[0], clock, callsPerMinute);
  await using second = await openTwin(engines[1], clock, callsPerMinute);
  const twins = [first, second] as const;
  const known = createKnown(random);
  const outcomes = new Map<string, number>();
  const faults = () => twins.flatMap((twin) => twin.faults);

  async function both(caller: Caller, operation: Operation): Promise<unknown[]> {
    clock.now += 1 + random.below(400);
    const ask = (twin: Twin, { tool, input }: Operation) => twin.call(caller.credential(twin), tool, resolved(input, twin));
    return await Promise.all([ask(first, operation), ask(second, reword(operation))]);
  }

  const { people, callers } = await createCallers(both);
  for (let number = 1; number <= operations; number++) {
    const operation = randomOperation(random, known);
    const caller = random.pick(forPeople.has(operation.tool) && !random.once(4) ? people : callers);
    const answers = await both(caller, operation);
    if (!isDeepStrictEqual(answers[0], answers[1])) {
      return { outcomes, difference: { number, caller: caller.name, operation, answers }, faults: faults() };
    }
    known.note(answers[0]);
    const outcome = `${operation.tool} ${outcomeOf(answers[0])}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (number % 1000 === 0) onProgress?.(number);
  }
  return { outcomes, faults: faults() };
}

type Both = (caller: Caller, operation: Operation) => Promise<unknown[]>;

async function createCallers(both: Both): Promise<{ people: Caller[]; callers: Caller[] }> {
  const operator: Caller = { name: 'operator', credential: () => ({ type: 'operator' }) };
  const must = async (caller: Caller, tool: string, input: Record<string, unknown>): Promise<Record<string, string>> => {
    const [answer, other] = await both(caller, { tool, input });
    if (!isDeepStrictEqual(answer, other)) throw new Error(`${tool} differs: ${JSON.stringify([answer, other])}`);
    return (answer as { value: Record<string, string> }).value;
  };
  const { orgId, ownerId } = await must(operator, 'create_organization', { name: 'Acme', ownerEmail: 'owner@acme.test' });
  const person = (name: string, id: string): Caller => ({
    name,
    credential: (twin) => ({ type: 'person', orgId: twin.resolve(orgId!), personId: twin.resolve(id) }),
  });
  const owner = person('owner', ownerId!);
  const people = [owner];
  for (const name of ['ada', 'bob']) people.push(person(name, (await must(owner, 'add_person', { email: `${name}@acme.test` })).id!));
  const keys: Caller[] = [];
  for (const [index, access] of (['write', 'write', 'write', 'read'] as const).entries()) {
    const holder = people[index % people.length]!;
    const agent = await must(holder, 'create_agent', { name: `agent ${index}` });
    const { key } = await must(holder, 'create_key', { agentId: agent.id, access });
    keys.push({ name: `${access} key of ${holder.name}`, credential: (twin) => ({ type: 'key', key: twin.resolve(key!) }) });
  }
  await separateStarters(owner, must);
  return { people, callers: [...people, ...keys, ...keys, ...keys] };
}

/** The starter documents are created in the same millisecond, so their order depends on random identifiers. Gives each a different time. */
async function separateStarters(
  owner: Caller,
  must: (caller: Caller, tool: string, input: Record<string, unknown>) => Promise<Record<string, string>>,
) {
  const titles = ['Company overview', 'Goals', 'How agents work here'];
  for (const query of titles) {
    const found = (await must(owner, 'search', { query })) as unknown as { results: { id: string }[] };
    await must(owner, 'append_doc', { docId: found.results[0]!.id, text: `\n${query}\n` });
  }
  const { skills } = (await must(owner, 'list_skills', {})) as unknown as { skills: { id: string }[] };
  await must(owner, 'edit_skill', { fileId: skills[0]!.id, oldText: '# Working with', newText: '# How to work with' });
}

function resolved<T>(value: T, twin: Twin): T {
  if (typeof value === 'string') return twin.resolve(value) as T;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(item, twin)])) as T;
}

function outcomeOf(answer: unknown): string {
  const { code, reason } = answer as { code?: string; reason?: string };
  return code === undefined ? 'ok' : reason === undefined ? code : `${code}/${reason}`;
}

/** Remembers the newest labels of each kind, so that most operations meet something that exists. */
function createKnown(random: Random): Known & { note(answer: unknown): void } {
  const byKind = new Map<string, string[]>();
  const remembered = 40;
  return {
    pick: (kind) => random.pick(byKind.get(kind) ?? [`${kind}_none`]),
    cursor: () => random.pick(byKind.get('cursor') ?? ['none']),
    note(answer) {
      for (const [label, kind] of JSON.stringify(answer).matchAll(/<(\w+) \d+>/g)) {
        const labels = byKind.get(kind!) ?? [];
        byKind.set(kind!, labels);
        if (labels.includes(label)) continue;
        if (labels.length < remembered) labels.push(label);
        else labels[random.below(remembered)] = label;
      }
    },
  };
}
