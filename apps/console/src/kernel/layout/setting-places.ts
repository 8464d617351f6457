import { actsForAll, ownsOrganization, type Role } from '@gatehouse/domain';
import { settingPlaces as strings } from '../shell-strings.ts';

/** A section of a page of settings, which stands under the same title there. */
export interface SettingPlace {
  title: string;
  page: '/$orgId/settings' | '/$orgId/account';
  /** Who finds it there, where not everybody does. */
  isFor?: (membership: { role: Role }) => boolean;
}

/** Those that are always there for somebody. */
export const settingPlaces: readonly SettingPlace[] = [
  { title: strings.organization, page: '/$orgId/settings' },
  { title: strings.webhooks, page: '/$orgId/settings', isFor: actsForAll },
  { title: strings.limits, page: '/$orgId/settings', isFor: actsForAll },
  { title: strings.retention, page: '/$orgId/settings', isFor: actsForAll },
  { title: strings.storage, page: '/$orgId/settings', isFor: actsForAll },
  { title: strings.about, page: '/$orgId/settings', isFor: actsForAll },
  { title: strings.export, page: '/$orgId/settings', isFor: ownsOrganization },
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
