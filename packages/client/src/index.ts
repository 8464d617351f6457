export type { CallOptions } from './call-options.ts';
export { type Client, type ClientOptions, createClient, type ToolName } from './client.ts';
export type { Download, DownloadOptions } from './download.ts';
export { type FailureCode, GatehouseError } from './errors.ts';
export type { FollowBatch, FollowedTool, FollowOptions } from './follow.ts';
export type * from './generated/tools.ts';
export type { Entry, ListingTool } from './pages.ts';
export type { Progress, UploadOptions } from './upload.ts';
