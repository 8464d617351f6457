import { type AnyDefinition, accountTools, isIdentifier, operatorTools, peopleTools, visitorTools } from '@gatehouse/core';
import { roles } from '@gatehouse/domain';
import type { z } from 'zod';
import type { Loose } from '../kit/world.ts';

/** Callers, by the state of the session that the browser sends. */
export const callers = ['nobody', 'unknown', 'expired', 'ended', 'member', 'admin', 'owner', 'owner elsewhere'] as const;
export type CallerState = (typeof callers)[number];

/** Origins of the page, as a browser states them. */
export const pages = ['ours', 'ours in an old browser', 'of another site', 'that an old browser does not name'] as const;
export type Page = (typeof pages)[number];

/**
 * One call of the console with its expected result, derived from the definition of its tool, so that new tools are covered automatically.
 */
export interface ConsoleCase {
  name: string;
  tool: string;
  caller: CallerState;
  page: Page;
  /** True if the path contains the organization. */
  inOrganization: boolean;
  input: Record<string, Loose>;
  expected: Expected;
}

/** Expected result. `allowed` stands for any answer of the tool itself. */
export type Expected = 'allowed' | 'cross_site' | 'unauthorized' | 'not_a_member' | 'forbidden' | 'not_found';

export const consoleTools: readonly AnyDefinition[] = [...peopleTools, ...accountTools, ...visitorTools, ...operatorTools];

/** Tools that change how callers sign in. They come last, because callers sign in again after `sign_out`. */
const changesSignIn = ['change_email', 'change_password', 'delete_account'];

export function consoleCases(): ConsoleCase[] {
  const inOrder = consoleTools.toSorted((one, other) => changesSignIn.indexOf(one.name) - changesSignIn.indexOf(other.name));
  return inOrder.flatMap((definition) =>
    callers.flatMap((caller) =>
      pages.map((page, number) => ({
        name: `${definition.name} by ${caller}, page ${page}`,
        tool: definition.name,
        caller,
        page,
        inOrganization: definition.audience === 'person' || definition.audience === 'operator',
        input: inputOf(definition, `${caller.replaceAll(' ', '-')}-${number}`),
        expected: expectedOf(definition, caller, page),
      })),
    ),
  );
}

function expectedOf({ audience, role }: AnyDefinition, caller: CallerState, page: Page): Expected {
  if (page === 'of another site' || page === 'that an old browser does not name') return 'cross_site';
  if (audience === 'visitor') return 'allowed';
  if (['nobody', 'unknown', 'expired', 'ended'].includes(caller)) return 'unauthorized';
  if (audience === 'account') return 'allowed';
  if (caller === 'owner elsewhere') return 'not_a_member';
  if (audience === 'operator') return 'not_found';
  const isLess = role !== undefined && roles.indexOf(caller as (typeof roles)[number]) > roles.indexOf(role);
  return isLess ? 'forbidden' : 'allowed';
}

/** Returns the tool's example, without values that would end the callers of later cases or count as guessing. */
function inputOf({ name, example }: AnyDefinition, who: string): Record<string, Loose> {
  switch (name) {
    case 'leave_organization':
      return { successorEmail: 'nobody@acme.test' };
    case 'sign_in':
    case 'request_reset':
      return { ...example.input, email: `${who}@acme.test` };
    default:
      return { ...example.input };
  }
}

/** Returns every identifier argument of people's operations, with its tool. */
export function identifierArguments(): { tool: AnyDefinition; argument: string }[] {
  return [...peopleTools, ...accountTools].flatMap((tool) =>
    Object.entries(tool.input.shape)
      .filter(([, schema]) => isIdentifier(schema as z.ZodType))
      .map(([argument]) => ({ tool, argument })),
  );
}
