import {
  type AnyDefinition,
  accountTools,
  isIdentifier,
  operatorTools,
  peopleTools,
  type RegisteredTool,
  visitorTools,
} from '@gatehouse/core';
import type { z } from 'zod';
import type { Loose } from '../kit/world.ts';
import { argumentFaults } from './argument-faults.ts';
import { badKeyStates, goodKeyStates, type KeyState } from './key-states.ts';
import { type Fault, faultsOfKind, kindOfArgument, type Surroundings } from './named-items.ts';

/** One call with its expected result, derived from the definition of its tool, so that new tools are covered automatically. */
export interface Case {
  name: string;
  tool: string;
  key: KeyState;
  input(surroundings: Surroundings): Promise<unknown>;
  /** `ok`, `code` or `code/reason`. */
  expected: string;
  /** Cases of one group must be answered alike to the byte (D5). */
  alike?: string;
  /** Limit of calls per minute while it runs. The key has made more. */
  callsPerMinute?: number;
}

export function casesOf(tools: readonly RegisteredTool[]): Case[] {
  return [...tools.flatMap(({ definition }) => casesOfTool(definition)), ...casesOfNames(), ...casesOfOrder(tools)];
}

function casesOfTool(definition: AnyDefinition): Case[] {
  return [...keyCases(definition), ...argumentCases(definition), ...identifierCases(definition)];
}

/** Every tool × every state of a key. */
function keyCases(definition: AnyDefinition): Case[] {
  const { name: tool } = definition;
  return [...badKeyStates, ...goodKeyStates].map((key) => ({
    name: `${tool} with a key: ${key}`,
    tool,
    key,
    input: validInput(definition),
    expected: expectedFor(definition, key),
  }));
}

/** Expected outcome for a key. A read key may call a destructive tool only for reading, but the tool's example writes (D11). */
function expectedFor({ access, hints }: AnyDefinition, key: KeyState): string {
  if (key !== 'read' && key !== 'write') return 'unauthorized';
  return key === 'read' && (access === 'write' || hints.destructive) ? 'forbidden' : 'ok';
}

/**
 * Cases for every tool and every fault of its arguments, each alone in an otherwise valid call. A read key learns nothing about these
 * faults (D1).
 */
function argumentCases(definition: AnyDefinition): Case[] {
  const { name: tool, access } = definition;
  return argumentFaults(definition).flatMap(({ name, spoil, reason }) => {
    const input = async (surroundings: Surroundings) => spoil(await validInput(definition)(surroundings));
    const cases: Case[] = [{ name: `${tool} with ${name}`, tool, key: 'write', input, expected: `invalid_request/${reason}` }];
    if (access === 'write') cases.push({ name: `${tool} with ${name}, read key`, tool, key: 'read', input, expected: 'forbidden' });
    return cases;
  });
}

/** Every identifier argument × everything an identifier can wrongly name. */
function identifierCases(definition: AnyDefinition): Case[] {
  const { name: tool } = definition;
  return identifierArguments(definition).flatMap((argument) => {
    const valid: Case = {
      name: `${tool} with a good ${argument}`,
      tool,
      key: 'write',
      input: validInput(definition, argument),
      expected: 'ok',
    };
    const faulty = faultsOfKind(kindOfArgument(tool, argument)).map((fault): Case => {
      const faulty = {
        name: `${tool} with a ${argument} that is ${fault}`,
        tool,
        key: 'write' as const,
        input: faultyInput(definition, argument, fault),
      };
      // The type of a visible item is reported (D4).
      if (fault === 'of another kind') return { ...faulty, expected: 'invalid_request/wrong_type' };
      return { ...faulty, expected: 'invalid_request/no_such_item', alike: `${tool}.${argument}` };
    });
    return [valid, ...faulty];
  });
}

export function identifierArguments({ name, input }: AnyDefinition): string[] {
  return Object.entries(input.shape)
    .filter(([argument, schema]) => {
      const isOne = isIdentifier(schema as z.ZodType);
      // A request identifier names a call of the same key, so nobody else can see it.
      if (argument.endsWith('Id') && argument !== 'requestId' && !isOne)
        throw new Error(`${name}.${argument} must be declared with identifier()`);
      return isOne;
    })
    .map(([argument]) => argument);
}

/** Names that are not tools for a key (D1, D9), including people's tools. */
function casesOfNames(): Case[] {
  const names = [
    'no_such_tool',
    'Whoami',
    '__proto__',
    'constructor',
    'größe',
    ...[...peopleTools, ...accountTools, ...visitorTools, ...operatorTools].map(({ name }) => name),
  ];
  const input = async () => ({ name: 'x' });
  return names.flatMap((tool): Case[] => [
    { name: `no tool ${tool}`, tool, key: 'write', input, expected: 'not_found' },
    { name: `no tool ${tool}, read key`, tool, key: 'read', input, expected: 'not_found' },
    { name: `no tool ${tool}, unknown key`, tool, key: 'unknown', input, expected: 'unauthorized' },
  ]);
}

/** Key before limit, limit before name, access and arguments (D1). */
function casesOfOrder(tools: readonly RegisteredTool[]): Case[] {
  const beyond = { input: async () => ({ noSuchArgument: true }), callsPerMinute: 1 };
  const names = ['no_such_tool', ...tools.map(({ definition }) => definition.name)];
  return names.flatMap((tool): Case[] => [
    { name: `${tool} beyond the limit`, tool, key: 'write', expected: 'rate_limited', ...beyond },
    { name: `${tool} beyond the limit, read key`, tool, key: 'read', expected: 'rate_limited', ...beyond },
    { name: `${tool} beyond the limit, revoked key`, tool, key: 'revoked', expected: 'unauthorized', ...beyond },
  ]);
}

function faultyInput(definition: AnyDefinition, argument: string, fault: Fault): Case['input'] {
  return async (surroundings) => {
    const valid = await validInput(definition, argument)(surroundings);
    return { ...valid, [argument]: await surroundings.faulty(kindOfArgument(definition.name, argument), fault) };
  };
}

const takesOneSubject = new Set(['list_changes', 'list_comments', 'add_comment']);
let namesGiven = 0;

/** Example of the tool with real identifiers. Adds `argument` if the example does not have it. */
export function validInput(definition: AnyDefinition, argument?: string): (surroundings: Surroundings) => Promise<Record<string, Loose>> {
  return async ({ own }) => {
    const input: Record<string, Loose> = { ...definition.example.input };
    // The tool accepts only one of these arguments.
    if (argument !== undefined && takesOneSubject.has(definition.name)) delete input.itemId;
    // The quoted words are in a document only.
    if (argument !== 'itemId' && argument !== undefined) delete input.quote;
    if (argument !== undefined) input[argument] = 'to be made';
    if (argument === 'fileId') delete input.docId;
    // Names are unique in a folder, and an example is called more than once.
    if (definition.access === 'write' && input.name) input.name = input.name.replace(/(\.\w+)?$/, `-${++namesGiven}$1`);
    for (const name of identifierArguments(definition)) {
      if (input[name] !== undefined) input[name] = await own(kindOfArgument(definition.name, name));
    }
    return input;
  };
}
