export type { OpenMcp } from './resources.ts';
export { randomSteps } from './steps.ts';
export { walk } from './walk.ts';
