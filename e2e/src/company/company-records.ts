import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/**
 * Storage of a test's OpenID provider. It is removed with the provider, and avoids the warning about the provider's own in-memory storage.
 */
export function createCompanyRecords(): AdapterFactory {
  const records = new Map<string, AdapterPayload>();

  return (model): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`;
    const findBy = async (name: 'uid' | 'userCode', value: string) =>
      [...records].find(([key, payload]) => key.startsWith(`${model} `) && payload[name] === value)?.[1];
    return {
      upsert: async (id, payload) => void records.set(keyOf(id), payload),
      find: async (id) => records.get(keyOf(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      async consume(id) {
        const payload = records.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      destroy: async (id) => void records.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, payload] of records) if (payload.grantId === grantId) records.delete(key);
      },
    };
  };
}
