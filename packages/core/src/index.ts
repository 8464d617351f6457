export { accountField, definitionHash } from '@gatehouse/storage';
export { nameActivity } from './gateway/activity/activity-names.ts';
export { createActivityCount } from './gateway/activity/count-activity.ts';
export { removeOldActivity } from './gateway/activity/retention.ts';
export { type BulkWork, createBulkWork } from './gateway/bulk/bulk-work.ts';
export { sweepBulkChanges } from './gateway/bulk/sweep-bulk-changes.ts';
export { type AccessWatch, createAccessWatch } from './gateway/callers/access-watch.ts';
export type { Answer, Call } from './gateway/calls/call.ts';
export { sweepRepeatable } from './gateway/calls/kept-answers.ts';
export { type FileDownload, openFileDownload } from './gateway/downloads/open-download.ts';
export { createTextExtraction, type TextExtraction } from './gateway/extraction/extract-texts.ts';
export { changedSubjects } from './gateway/feeds/changed-subjects.ts';
export { createFeed, type FeedBeginning } from './gateway/feeds/feed.ts';
export { createItemFilter, type ItemFilter } from './gateway/feeds/item-filter.ts';
export { createPersonFilter, type DeliveredPart, type PersonFilter, type PersonReader } from './gateway/feeds/person-filter.ts';
export type { ChangedItem } from './gateway/feeds/seen-changes.ts';
export { defaultCallsPerMinute, type Rate, windowMs } from './gateway/limits/call-limit.ts';
export { createGateway, type Gateway, type GatewayOptions } from './gateway/pipeline/gateway.ts';
export { type ComponentSchemas, componentSchemas } from './gateway/registry/component-schemas.ts';
export type { JsonSchema } from './gateway/registry/json-schema.ts';
export {
  type Allowed,
  createRegistry,
  type ListedTool,
  type NamedTool,
  type RegisteredTool,
  type Registry,
  type ToolDescription,
} from './gateway/registry/registry.ts';
export { accountTools, agentTools, allTools, operatorTools, peopleTools, type Tools, visitorTools } from './gateway/tools/all-tools.ts';
export { createWebhookDelivery, type DeliveryOptions, type WebhookDelivery } from './gateway/webhooks/deliver-webhooks.ts';
export { createLease, type Lease } from './gateway/webhooks/lease.ts';
export { sweepAccounts } from './identity/account-life/sweep-accounts.ts';
export { isWellFormedKey } from './identity/keys/key.ts';
export { isAccessToken, mintAccessToken } from './identity/oauth/access-token.ts';
export { type AuthorizationRecords, createAuthorizationRecords, type SecretModel } from './identity/oauth/authorization-records.ts';
export { addressOfRequest, type ClientRequest, type ClientRequestOutcome, maxClientName } from './identity/oauth/client-request.ts';
export { grantId, readGrantId } from './identity/oauth/grants.ts';
export { type ConnectStepName, isRefused, type NotedStep, requestTag } from './identity/oauth-diagnostics/connect-step.ts';
export { createStepRecorder, type StepRecorder } from './identity/oauth-diagnostics/step-recorder.ts';
export { unclaimedOwner } from './identity/organizations/unclaimed.ts';
export { maxMailedResets } from './identity/sign-in/guessing.ts';
export type { Caller, ClientContext, CookieChanges, Credential, Origin, Sdk, Settings, ToolContext } from './kernel/context/context.ts';
export { type AnyDefinition, type Audience, defineServiceTool, defineTool } from './kernel/context/tool.ts';
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
} from './kernel/errors/errors.ts';
export { newId } from './kernel/ids/ids.ts';
export { label } from './kernel/log/activity-row.ts';
export { traceIdOf } from './kernel/log/trace.ts';
export type { Mail, Mailer } from './kernel/mail/mailer.ts';
export { type Access, accessOf, type OAuthAccess, type OAuthAccessInput, signInOf } from './kernel/ports/access-config.ts';
export type {
  AccountTokens,
  AnsweredSignIn,
  AuthorizationPort,
  BegunSignIn,
  FoundAuthorization,
  WantedAuthorization,
} from './kernel/ports/authorization.ts';
export type { CallTrace, CallTracing, TracedStep } from './kernel/ports/call-tracing.ts';
export type { CompanyClaims, CompanyFault, CompanyPort, CompanyRequest } from './kernel/ports/company-port.ts';
export type { OutsideCall } from './kernel/ports/outside-call.ts';
export type {
  ArgumentFault,
  Discovery,
  DiscoveryCall,
  JsonObject,
  LeftOut,
  ListedSchema,
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
} from './kernel/ports/service-port.ts';
export type { WebhookError, WebhookOutcome, WebhookPort, WebhookRequest } from './kernel/ports/webhook-port.ts';
export { isNestedDeeper, maxNesting, nearest } from './kernel/schema/arguments.ts';
export { type Deprecation, deprecated, deprecatedArguments, deprecationWords } from './kernel/schema/deprecation.ts';
export { oneLineOfJson } from './kernel/schema/one-line.ts';
export { isIdentifier } from './kernel/schema/schema.ts';
export { strangerLimits } from './kernel/strangers/stranger-limits.ts';
export { createFixedWindowCounter } from './kernel/timing/fixed-window-counter.ts';
export { applyCatalogue } from './services/calling/catalogue.ts';
export { asksNoConfirmation, callOrigins } from './services/calling/credential-origins.ts';
export { recordServiceEvents } from './services/calling/events.ts';
export { forgetResults } from './services/calling/large-result.ts';
export { noServices } from './services/calling/no-services.ts';
export { rotateSecrets } from './services/calling/rotate-secrets.ts';
export { createSecretBox, type SecretBox, type SecretBoxOptions } from './services/calling/secret-box.ts';
export { type ServiceFault, serviceError } from './services/calling/service-error.ts';
export { contentDisposition, openDownload } from './workspace/files/download-url.ts';
export { sweepObjects } from './workspace/files/sweep-objects.ts';
