import { itemTypeOf } from '@gatehouse/domain';
import type { Icon } from '../icons/icon.tsx';
import { Activity, Bot, FileText, House, Inbox, Plug, Settings, Sparkles, SquareCheck, UserRound, Users } from '../icons/icons.ts';

export interface Place {
  title: string;
  path:
    | '/$orgId/home'
    | '/$orgId/inbox'
    | '/$orgId/documents'
    | '/$orgId/tasks'
    | '/$orgId/agents'
    | '/$orgId/skills'
    | '/$orgId/services'
    | '/$orgId/activity'
    | '/$orgId/people'
    | '/$orgId/settings'
    | '/$orgId/account';
  icon: Icon;
  /** Pressed one after the other. */
  keys: string;
}

export const places: readonly Place[] = [
  { title: 'Home', path: '/$orgId/home', icon: House, keys: 'g h' },
  { title: 'Inbox', path: '/$orgId/inbox', icon: Inbox, keys: 'g i' },
  { title: 'Documents', path: '/$orgId/documents', icon: FileText, keys: 'g d' },
  { title: 'Tasks', path: '/$orgId/tasks', icon: SquareCheck, keys: 'g t' },
  { title: 'Agents', path: '/$orgId/agents', icon: Bot, keys: 'g a' },
  { title: 'Skills', path: '/$orgId/skills', icon: Sparkles, keys: 'g k' },
  { title: 'Services', path: '/$orgId/services', icon: Plug, keys: 'g v' },
  { title: 'Activity', path: '/$orgId/activity', icon: Activity, keys: 'g l' },
  { title: 'People', path: '/$orgId/people', icon: Users, keys: 'g p' },
];
export const placesBelow: readonly Place[] = [
  { title: 'Settings', path: '/$orgId/settings', icon: Settings, keys: 'g s' },
  { title: 'Account', path: '/$orgId/account', icon: UserRound, keys: 'g m' },
];

/** Place that a page belongs to. A skill belongs to Skills, whatever its address. */
export function placeAt(pathname: string): Place | undefined {
  const [, , first, kind, id = ''] = pathname.split('/');
  const name = first === 'documents' && kind === 'item' && itemTypeOf(id) === 'skill' ? 'skills' : first;
  return [...places, ...placesBelow].find(({ path }) => path === `/$orgId/${name}`);
}
