import { createTestDatabase, postgresMissing } from '@gatehouse/storage/testing';

/** An engine with nothing in it, not even tables: an old version makes its own. */
export interface EmptyEngine {
  name: string;
  environment(): Promise<Record<string, string>>;
}

export const emptyEngines: EmptyEngine[] = [
  { name: 'SQLite', environment: async () => ({}) },
  ...(postgresMissing() === undefined
    ? [{ name: 'Postgres', environment: async () => ({ DATABASE_URL: (await createTestDatabase()).url }) }]
    : []),
];
