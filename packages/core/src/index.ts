export { accountField, definitionHash } from '@gatehouse/storage';
export { sweepAccounts } from './accounts/sweep-accounts.ts';
export type { FeedReader } from './activity/activity-feed.ts';
export { label } from './activity/activity-row.ts';
export { type ChangeFeed, createChangeFeed } from './activity/changes.ts';
export { createActivityCount } from './activity/count-activity.ts';
export { followActivity } from './activity/follow-activity.ts';
export { createPersonalFeed, type PersonalFeed, type PersonalReader, type ToldPart } from './activity/personal-feed.ts';
export { removeOldActivity } from './activity/retention.ts';
export type { ChangedItem } from './activity/seen-changes.ts';
export { allTools, type Tools } from './all-tools.ts';
export { deepestNesting, isNestedDeeper, nearest } from './arguments.ts';
export type { Answer, Call } from './calls/call.ts';
export type { CompanyClaims, CompanyFault, CompanyPort, CompanyRequest } from './company/port.ts';
export type { BrowserChange, Caller, Credential, Origin, Sdk, Settings, ToolContext, Visit } from './context.ts';
export {
  type ErrorBody,
  type ErrorCode,
  errorBody,
  GatewayError,
  internalError,
  overloaded,
  type Reason,
  reasons,
  refusal,
  statusOf,
} from './errors.ts';
export { contentDisposition, openDownload } from './files/download-url.ts';
export { type FileDownload, openFileDownload } from './files/open-download.ts';
export { sweepObjects } from './files/sweep-objects.ts';
export { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
export { newId } from './ids.ts';
export { type AccessWatch, createAccessWatch } from './keys/access-watch.ts';
export { isWellFormedKey } from './keys/key.ts';
export { defaultCallsPerMinute, type Rate, windowMs } from './limits/call-limit.ts';
export { createShares, type Shares, type SharesOptions, standardPart } from './limits/shares.ts';
export { createWindowCounts } from './limits/window-counts.ts';
export type { Mail, Mailer } from './mail/mailer.ts';
export { isAccessToken, mintAccessToken } from './oauth/access-token.ts';
export { type AuthorizationRecords, createAuthorizationRecords, type SecretModel } from './oauth/authorization-records.ts';
export { addressOfRequest, type ClientRequest, type ClientRequestOutcome, longestClientName } from './oauth/client-request.ts';
export { type ConnectStepName, isRefused, type NotedStep, requestTag } from './oauth/connect/connect-step.ts';
export { createStepRecorder, type StepRecorder } from './oauth/connect/step-recorder.ts';
export { grantId, readGrantId } from './oauth/grants.ts';
export { unclaimedOwner } from './organizations/unclaimed.ts';
export { accountTools, operatorTools, peopleTools, visitorTools } from './people-tools.ts';
export { type Allowed, createRegistry, type JsonSchema, type RegisteredTool, type Registry, type ToolDescription } from './registry.ts';
export { isIdentifier } from './schema.ts';
export { type Access, accessOf, type OAuthAccess, type OAuthAccessInput, signInOf } from './services/access-config.ts';
export type {
  AccountTokens,
  AnsweredSignIn,
  AuthorizationPort,
  BegunSignIn,
  FoundAuthorization,
  WantedAuthorization,
} from './services/authorization.ts';
export { applyCatalogue } from './services/catalogue.ts';
export { callOrigins } from './services/credential-origins.ts';
export { recordServiceEvents } from './services/events.ts';
export { forgetResults } from './services/large-result.ts';
export { noServices } from './services/no-services.ts';
export type { OutsideCall } from './services/outside-call.ts';
export type {
  ArgumentFault,
  Discovery,
  DiscoveryCall,
  JsonObject,
  LeftOut,
  ReadWorkspaceFile,
  SealedSecret,
  SecretPlace,
  ServiceEvents,
  ServicePort,
  ServiceRequest,
  ServiceResult,
  ServiceTarget,
  TargetAccount,
  ToolDefinition,
} from './services/port.ts';
export { rotateSecrets } from './services/rotate-secrets.ts';
export { createSecretBox, type SecretBox, type SecretBoxOptions } from './services/secret-box.ts';
export { type ServiceFault, serviceError } from './services/service-error.ts';
export { strangerLimits } from './strangers/stranger-limits.ts';
export { oneLineOfJson } from './text/one-line.ts';
export { type AnyDefinition, type Audience, defineServiceTool, defineTool } from './tool.ts';
export { agentTools } from './tools/index.ts';
