import type { Membership } from '../session/membership.ts';

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
  { title: 'Organization', page: '/$orgId/settings' },
  { title: 'Limits', page: '/$orgId/settings', roles: admins },
  { title: 'Retention', page: '/$orgId/settings', roles: admins },
  { title: 'Storage', page: '/$orgId/settings', roles: admins },
  { title: 'About', page: '/$orgId/settings', roles: admins },
  { title: 'Export', page: '/$orgId/settings', roles: owners },
  { title: 'Name', page: '/$orgId/account' },
  { title: 'E-mail', page: '/$orgId/account' },
  { title: 'Password', page: '/$orgId/account' },
  { title: 'Passkeys', page: '/$orgId/account' },
  { title: 'Sessions', page: '/$orgId/account' },
  { title: 'Organizations', page: '/$orgId/account' },
  { title: 'Delete account', page: '/$orgId/account' },
];

/** What stands behind # in the address of a section. */
export const settingAnchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
