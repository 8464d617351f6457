import { Activity, Bot, FileText, House, type LucideIcon, Plug, Settings, SquareCheck, UserRound, Users } from 'lucide-react';

export interface Place {
  title: string;
  path:
    | '/$orgId/home'
    | '/$orgId/documents'
    | '/$orgId/tasks'
    | '/$orgId/agents'
    | '/$orgId/services'
    | '/$orgId/activity'
    | '/$orgId/people'
    | '/$orgId/settings'
    | '/$orgId/account';
  icon: LucideIcon;
  /** Pressed one after the other. */
  keys: string;
}

export const places: readonly Place[] = [
  { title: 'Home', path: '/$orgId/home', icon: House, keys: 'g h' },
  { title: 'Documents', path: '/$orgId/documents', icon: FileText, keys: 'g d' },
  { title: 'Tasks', path: '/$orgId/tasks', icon: SquareCheck, keys: 'g t' },
  { title: 'Agents', path: '/$orgId/agents', icon: Bot, keys: 'g a' },
  { title: 'Services', path: '/$orgId/services', icon: Plug, keys: 'g v' },
  { title: 'Activity', path: '/$orgId/activity', icon: Activity, keys: 'g l' },
  { title: 'People', path: '/$orgId/people', icon: Users, keys: 'g p' },
];
export const placesBelow: readonly Place[] = [
  { title: 'Settings', path: '/$orgId/settings', icon: Settings, keys: 'g s' },
  { title: 'Account', path: '/$orgId/account', icon: UserRound, keys: 'g m' },
];
