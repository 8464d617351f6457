import type { ConnectStepRow, Op, Store } from '@gatehouse/storage';
import { newId } from '../../kernel/ids/ids.ts';
import { label } from '../../kernel/log/activity-row.ts';
import { hashSecret } from '../secrets/secret.ts';

/** Steps of a client's sign-in, in order. The person's browser makes the steps `consent` and `return`. */
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

/** A stored step. It contains no secret and no long text. */
export interface ConnectStep {
  step: ConnectStepName;
  /** Status of the answer. For a redirect with an error, status of the error. */
  status: number;
  /** Address of the client. Undefined if it does not identify a caller. */
  address?: string | undefined;
  /** User agent of the program. */
  userAgent?: string | undefined;
  clientId?: string | undefined;
  clientName?: string | undefined;
  /** Tag of the request for consent. It cannot be used to open the request. */
  request?: string | undefined;
  /** Account of the browser. */
  accountId?: string | undefined;
  /** Grant that the step belongs to. */
  orgId?: string | undefined;
  keyId?: string | undefined;
  asked: Record<string, string>;
  answered: Record<string, string>;
}

/** A step as reported by an entrance. */
export type NotedStep = ConnectStep & { requestId: string };

export type KeptStep = ConnectStep & { at: number };

const maxValues = 12;
/** Gatehouse keys and tokens, wherever a client puts them. */
const secrets = /gt[ho]_[0-9A-Za-z]+/g;

/** Returns the tag that identifies a request for consent in steps. The real identifier opens the request, so it is not stored. */
export function requestTag(requestId: string): string {
  return hashSecret(requestId).toString('base64url').slice(0, 16);
}

/** Orders steps by time. Steps of the same millisecond are in the order of the sign-in. */
export function compareSteps(left: KeptStep, right: KeptStep): number {
  return left.at - right.at || connectStepNames.indexOf(left.step) - connectStepNames.indexOf(right.step);
}

export function isRefused({ status }: Pick<ConnectStep, 'status'>): boolean {
  return status >= 400;
}

/** True if the account of the browser, or the grant, is known. */
export function isOfSomebody({ accountId, keyId }: Pick<ConnectStep, 'accountId' | 'keyId'>): boolean {
  return accountId !== undefined || keyId !== undefined;
}

export function* keepStep(store: Store, step: ConnectStep, at: number): Op<void> {
  yield* store.connectSteps.create({ id: newId('step', at), isKnown: isOfSomebody(step), payload: clipped(step), createdAt: at });
}

/** Reads a row that `keepStep` wrote. */
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
