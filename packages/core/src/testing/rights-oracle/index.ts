/** Tells entrances, which do not know the store, that a walk on Postgres cannot run. */
export { postgresMissing } from '@gatehouse/storage/testing';
export type { OpenMcp } from './resources.ts';
export { randomSteps } from './steps.ts';
export { walk } from './walk.ts';
