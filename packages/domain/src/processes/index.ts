export { createBoundedThread, type ThreadWorker } from './bounded-thread.ts';
export * from './process-identity.ts';
export { startMergeWorker } from './start-merge-worker.ts';
export { threadEnvironment } from './thread-environment.ts';
