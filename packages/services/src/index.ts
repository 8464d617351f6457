export { listedSchema } from './checking/listed-schema.ts';
export { createRedactor } from './kernel/redact.ts';
export { type AllowedRanges, parseAllowedRanges } from './net/address-guard.ts';
export { type DocumentFetch, openDocumentFetch } from './net/document-fetch.ts';
export { createLazyServices, openServices, readDescription } from './open-services.ts';
export type { Services, ServicesOptions } from './services.ts';
export { openWebhooks } from './webhooks/open-webhooks.ts';
