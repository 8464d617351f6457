import { actsForAll, ownsOrganization, type Role } from '@gatehouse/domain';

/** Section of a settings page, under its title on that page. */
export interface SettingPlace {
  title: string;
  page: '/$orgId/settings' | '/$orgId/account';
  /** Condition for showing it to a member. Undefined for everyone. */
  isFor?: (membership: { role: Role }) => boolean;
}

/** Sections that always exist for some member. */
export const settingPlaces: readonly SettingPlace[] = [
  { title: 'Organization', page: '/$orgId/settings' },
  { title: 'Webhooks', page: '/$orgId/settings', isFor: actsForAll },
  { title: 'Limits', page: '/$orgId/settings', isFor: actsForAll },
  { title: 'Retention', page: '/$orgId/settings', isFor: actsForAll },
  { title: 'Storage', page: '/$orgId/settings', isFor: actsForAll },
  { title: 'About', page: '/$orgId/settings', isFor: actsForAll },
  { title: 'Export', page: '/$orgId/settings', isFor: ownsOrganization },
  { title: 'Name', page: '/$orgId/account' },
  { title: 'E-mail', page: '/$orgId/account' },
  { title: 'Password', page: '/$orgId/account' },
  { title: 'Passkeys', page: '/$orgId/account' },
  { title: 'Sessions', page: '/$orgId/account' },
  { title: 'Organizations', page: '/$orgId/account' },
  { title: 'Delete account', page: '/$orgId/account' },
];

/** Anchor of a section in the address. */
export const settingAnchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
