import { hkdfSync, randomBytes } from 'node:crypto';
import { dayMs, minuteMs, type OauthModel, sessionFault } from '@gatehouse/domain';
import type { OauthClient, Op, Store } from '@gatehouse/storage';
import type { Settings } from '../../kernel/context/context.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { keepForStranger, releaseFromStranger } from '../../kernel/strangers/keep-for-stranger.ts';
import { hashSecret } from '../secrets/secret.ts';
import { findGrant, type Grant, readGrantId } from './grants.ts';

/** Time in which a refresh token may be used again. So soon, its answer was probably lost and the token not stolen (D46). */
const reuseGraceMs = 30_000;
/** Age at which a new seed is created. Former ones remain valid. */
const seedMs = 30 * dayMs;
/** Time before a new seed signs. Processes read the seeds every few minutes, so all know it by then. */
const spreadMs = 10 * minuteMs;
/** Lifetime of a client without consent. It registers again when it is needed. */
export const unusedClientMs = dayMs;

/** A stored record of the authorization server. */
export interface KeptRecord {
  payload: Record<string, unknown>;
  /** Time at which it was used up, in milliseconds. */
  consumedAt: number | undefined;
}

export interface NewRecord {
  payload: Record<string, unknown>;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** Undefined for a request, which has no grant. */
  grantId?: string | undefined;
  /** Source of a request. Undefined if it does not identify a caller. */
  from?: string | undefined;
}

/** Models whose rows are found by a secret. */
export type SecretModel = Exclude<OauthModel, 'grant'>;

export interface AuthorizationRecordsOptions {
  store: Store;
  settings: Pick<Settings, 'secret'>;
  clock: () => number;
}

export type AuthorizationRecords = ReturnType<typeof createAuthorizationRecords>;

/** Records of the authorization server. Every answer is committed. */
export function createAuthorizationRecords({ store, settings, clock }: AuthorizationRecordsOptions) {
  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });

  function* find(model: SecretModel, secret: string) {
    const record = yield* store.oauthRecords.find(model, hashSecret(secret));
    return record && record.expiresAt > clock() ? record : undefined;
  }

  return {
    async find(model: SecretModel, secret: string): Promise<KeptRecord | undefined> {
      const record = await store.read(() => find(model, secret));
      return record && { payload: record.payload, consumedAt: usedUpAt(record, clock()) };
    },
    /** Stores a record. Returns false if strangers have too much stored for one more request. */
    async keep(model: SecretModel, secret: string, { payload, expiresAt, grantId, from }: NewRecord): Promise<boolean> {
      const now = clock();
      const { orgId, keyId } = grantId === undefined ? { orgId: null, keyId: null } : readGrantId(grantId);
      const record = { id: newId('oauth', now), hash: hashSecret(secret), model, orgId, keyId, payload, createdAt: now, expiresAt };
      return await change(function* () {
        const bytes = Buffer.byteLength(JSON.stringify(payload));
        const what = { kind: 'request', id: record.id, bytes, address: from, createdAt: now, expiresAt } as const;
        if (model === 'request' && !(yield* keepForStranger(store, what))) return false;
        yield* store.oauthRecords.create(record);
        return true;
      });
    },
    /**
     * Marks a secret as used. Returns false if another call was first. A refresh token may be used again for a while, because its answer
     * may have been lost.
     */
    async consume(model: SecretModel, secret: string): Promise<boolean> {
      return await change(function* () {
        const record = yield* find(model, secret);
        if (!record) return false;
        if (yield* store.oauthRecords.consume(record.id, clock())) return true;
        // Read again: another call may have used it meanwhile.
        const used = yield* find(model, secret);
        return used !== undefined && usedUpAt(used, clock()) === undefined;
      });
    },
    async remove(model: SecretModel, secret: string): Promise<void> {
      await change(function* () {
        const record = yield* store.oauthRecords.find(model, hashSecret(secret));
        if (!record) return;
        yield* store.oauthRecords.remove(record.id);
        yield* releaseFromStranger(store, record.id);
      });
    },
    /** Finds a grant that is valid at this instant. */
    async findGrant(id: string): Promise<Grant | undefined> {
      return await store.read(() => findGrant(store, id, clock()));
    },
    async findClient(id: string): Promise<OauthClient | undefined> {
      return await store.read(() => store.oauthClients.find(id));
    },
    /** Stores a client that registers itself. Returns false if strangers have too much stored already. */
    async register(id: string, metadata: OauthClient['metadata'], from: string | undefined): Promise<boolean> {
      const now = clock();
      const bytes = Buffer.byteLength(JSON.stringify(metadata));
      return await change(function* () {
        const what = { kind: 'client', id, bytes, address: from, createdAt: now, expiresAt: now + unusedClientMs } as const;
        if (!(yield* keepForStranger(store, what))) return false;
        yield* store.oauthClients.create({ id, metadata, address: null, createdAt: now });
        return true;
      });
    },
    /** Account of a browser's session. Undefined if it has ended. */
    async accountOf(session: string): Promise<string | undefined> {
      const found = await store.read(() => store.sessions.findByHash(hashSecret(session), undefined));
      return found && !sessionFault(found, clock()) ? found.accountId : undefined;
    },
    /**
     * Seeds for signing and cookie keys, the signing one first. They are rows of the database, so that all processes share them, combined
     * with the installation's secret, so that the rows alone are useless. Creates a new one if the newest is old.
     */
    async seeds(): Promise<Buffer[]> {
      const isFresh = ({ createdAt }: { createdAt: number }) => createdAt > clock() - seedMs;
      const known = await store.read(() => store.oauthSeeds.list());
      const rows = known.some(isFresh) ? known : await change(() => addSeed(store, isFresh, clock()));
      const spread = rows.filter(({ createdAt }) => createdAt <= clock() - spreadMs);
      const ordered = [...spread, ...rows.filter((row) => !spread.includes(row))];
      return ordered.map(({ seed }) => Buffer.from(hkdfSync('sha256', settings.secret, seed, 'gatehouse oauth', 32)));
    },
  };
}

function* addSeed(store: Store, isFresh: (seed: { createdAt: number }) => boolean, now: number) {
  const known = yield* store.oauthSeeds.listForChange();
  if (known.some(isFresh)) return known;
  const added = { id: newId('seed', now), seed: randomBytes(32), createdAt: now };
  yield* store.oauthSeeds.create(added);
  return [added, ...known];
}

function usedUpAt({ model, consumedAt }: { model: OauthModel; consumedAt: number | null }, now: number): number | undefined {
  if (consumedAt === null) return undefined;
  return model === 'refresh_token' && now - consumedAt <= reuseGraceMs ? undefined : consumedAt;
}
