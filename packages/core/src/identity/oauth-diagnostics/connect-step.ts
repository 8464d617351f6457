import type { ConnectStepRow, Op, Store } from '@gatehouse/storage';
import { newId } from '../../kernel/ids/ids.ts';
import { label } from '../../kernel/log/activity-row.ts';
import { hashSecret } from '../secrets/secret.ts';

/** What a client does to sign in, in this order; the consent and the return are its person's browser. */
export const connectStepNames = [
  'challenge',
  'metadata',
  'registration',
  'authorization',
  'consent',
  'return',
  'token',
  'connection',
  'refresh',
  'revocation',
] as const;

export type ConnectStepName = (typeof connectStepNames)[number];

/** A step as it is kept: no secret is in it, and no text is longer than it need be. */
export interface ConnectStep {
  step: ConnectStepName;
  /** What it was answered with; of a redirect with an error that is the error's. */
  status: number;
  /** Where it came from; undefined where that says nothing. */
  address?: string | undefined;
  /** How the program calls itself. */
  userAgent?: string | undefined;
  clientId?: string | undefined;
  clientName?: string | undefined;
  /** Tells the request for consent from others, and opens nothing. */
  request?: string | undefined;
  /** Whose browser it was. */
  accountId?: string | undefined;
  /** The grant that it was for. */
  orgId?: string | undefined;
  keyId?: string | undefined;
  asked: Record<string, string>;
  answered: Record<string, string>;
}

/** A step as an entrance tells of it. */
export type NotedStep = ConnectStep & { requestId: string };

export type KeptStep = ConnectStep & { at: number };

const maxValues = 12;
/** Keys and tokens of ours, wherever a client puts them. */
const secrets = /gt[ho]_[0-9A-Za-z]+/g;

/** How a request for consent is called in steps: what its address names it by opens it, and is not kept. */
export function requestTag(requestId: string): string {
  return hashSecret(requestId).toString('base64url').slice(0, 16);
}

/** By time; what came in one millisecond in the order in which it is done. */
export function compareSteps(left: KeptStep, right: KeptStep): number {
  return left.at - right.at || connectStepNames.indexOf(left.step) - connectStepNames.indexOf(right.step);
}

export function isRefused({ status }: Pick<ConnectStep, 'status'>): boolean {
  return status >= 400;
}

/** Whether it is known whose browser or grant it was. */
export function isOfSomebody({ accountId, keyId }: Pick<ConnectStep, 'accountId' | 'keyId'>): boolean {
  return accountId !== undefined || keyId !== undefined;
}

export function* keepStep(store: Store, step: ConnectStep, at: number): Op<void> {
  yield* store.connectSteps.create({ id: newId('step', at), isKnown: isOfSomebody(step), payload: clipped(step), createdAt: at });
}

/** The row was written by `keepStep`. */
export function readStep({ payload, createdAt }: ConnectStepRow): KeptStep {
  return { ...(payload as unknown as ConnectStep), at: createdAt };
}

function clipped({ step, status, asked, answered, ...names }: ConnectStep): Record<string, unknown> {
  return { step, status, ...clip(names), asked: clip(asked), answered: clip(answered) };
}

function clip(values: object): Record<string, string> {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? label(value.replaceAll(secrets, '…')) : null;
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(entries.slice(0, maxValues));
}
