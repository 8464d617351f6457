export { type CallerCache, createCallerCache } from './caller-cache.ts';
export { type CallerQueue, createCallerQueue } from './caller-queue.ts';
export { createFairQueue, type FairQueue, type Waiting } from './fair-queue.ts';
export { createQuotas, partOf, type Quotas } from './quotas.ts';
export { type BudgetBounds, type BudgetName, budgets } from './shares.ts';
