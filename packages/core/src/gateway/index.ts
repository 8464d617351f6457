import { explainAccess } from './access/explain-access.ts';
import { activityHistogram } from './activity/activity-histogram.ts';
import { exportActivity } from './activity/export-activity.ts';
import { listActivity } from './activity/list-activity.ts';
import { organizationSettings } from './settings/organization-settings.ts';
import { createWebhook } from './webhooks/create-webhook.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { pauseWebhook } from './webhooks/pause-webhook.ts';
import { removeWebhook } from './webhooks/remove-webhook.ts';
import { resumeWebhook } from './webhooks/resume-webhook.ts';
import { testWebhook } from './webhooks/test-webhook.ts';

/** The tools about calls themselves: the log, webhooks, access and settings. */
export const gatewayTools = [
  activityHistogram,
  createWebhook,
  explainAccess,
  exportActivity,
  listActivity,
  listWebhooks,
  organizationSettings,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  testWebhook,
] as const;
