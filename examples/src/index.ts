export { type SyncReport, syncFolder } from './folder-sync.ts';
export { writeNightlyReport } from './nightly-report.ts';
export { triageTasks } from './task-triage.ts';
