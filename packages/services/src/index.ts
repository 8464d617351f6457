export { type AllowedRanges, parseAllowedRanges } from './net/address-guard.ts';
export { createLazyServices, openServices } from './open-services.ts';
export type { Services, ServicesOptions } from './services.ts';
