import { explainAccess } from './access/explain-access.ts';
import { activityHistogram } from './activity/activity-histogram.ts';
import { exportActivity } from './activity/export-activity.ts';
import { listActivity } from './activity/list-activity.ts';
import { organizationSettings } from './settings/organization-settings.ts';

/** The tools about calls themselves: the log, access and settings. */
export const gatewayTools = [activityHistogram, explainAccess, exportActivity, listActivity, organizationSettings] as const;
