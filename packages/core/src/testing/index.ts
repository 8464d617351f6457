export { type CostlySkill, costlySkills } from './costly-skills.ts';
export { type Authenticator, createAuthenticator } from './fake-authenticator.ts';
export { createFakeSignIn } from './fake-sign-in.ts';
export {
  type HostileSkill,
  hostileMain,
  hostileName,
  hostilePaths,
  hostileSkills,
  oddPaths,
} from './hostile-skills.ts';
export { maxListingBytes } from './listing-limit.ts';
export { leastProcessorMs } from './processor-time.ts';
