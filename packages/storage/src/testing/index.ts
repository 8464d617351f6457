export { findAllUnreported } from './any-value.ts';
export { putMigratedSqlite } from './migrated-sqlite.ts';
export { type Network, openNetwork } from './network.ts';
export { median, promptMs } from './promptly.ts';
export { nobodyAt, sampleActivity } from './sample-rows.ts';
export { startPostgres, type ThrowAwayPostgres } from './start-postgres.ts';
export { createMigratedDatabase, createTestDatabase, postgresMissing, runStatement, type TestDatabase } from './test-database.ts';
export { type TestEngine, type TestStore, testEngines } from './test-stores.ts';
