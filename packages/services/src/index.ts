export { type AllowedRanges, parseAllowedRanges } from './net/address-guard.ts';
export { createServices, type Services, type ServicesOptions } from './services.ts';
