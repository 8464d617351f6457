export { startPostgres, type ThrowAwayPostgres } from './start-postgres.ts';
export { createTestDatabase, postgresMissing, runStatement, type TestDatabase } from './test-database.ts';
export { type TestEngine, type TestStore, testEngines } from './test-stores.ts';
