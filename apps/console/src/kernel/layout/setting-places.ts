import type { Membership } from '../membership/membership.ts';
import { settingPlaces as strings } from '../shell-strings.ts';

/** A section of a page of settings, which stands under the same title there. */
export interface SettingPlace {
  title: string;
  page: '/$orgId/settings' | '/$orgId/account';
  /** Who finds it there, where not everybody does. */
  roles?: readonly Membership['role'][];
}

const owners = ['owner'] as const;
const admins = ['owner', 'admin'] as const;

/** Those that are always there for somebody. */
export const settingPlaces: readonly SettingPlace[] = [
  { title: strings.organization, page: '/$orgId/settings' },
  { title: strings.limits, page: '/$orgId/settings', roles: admins },
  { title: strings.retention, page: '/$orgId/settings', roles: admins },
  { title: strings.storage, page: '/$orgId/settings', roles: admins },
  { title: strings.about, page: '/$orgId/settings', roles: admins },
  { title: strings.export, page: '/$orgId/settings', roles: owners },
  { title: strings.name, page: '/$orgId/account' },
  { title: strings.eMail, page: '/$orgId/account' },
  { title: strings.password, page: '/$orgId/account' },
  { title: strings.passkeys, page: '/$orgId/account' },
  { title: strings.sessions, page: '/$orgId/account' },
  { title: strings.organizations, page: '/$orgId/account' },
  { title: strings.deleteAccount, page: '/$orgId/account' },
];

/** What stands behind # in the address of a section. */
export const settingAnchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
