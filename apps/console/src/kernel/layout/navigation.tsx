import type { Icon } from '../icons/icon.tsx';
import { Activity, Bot, FileText, House, Plug, Settings, Sparkles, SquareCheck, UserRound, Users } from '../icons/icons.ts';
import { navigation as strings } from '../shell-strings.ts';

export interface Place {
  title: string;
  path:
    | '/$orgId/home'
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
  { title: strings.home, path: '/$orgId/home', icon: House, keys: 'g h' },
  { title: strings.documents, path: '/$orgId/documents', icon: FileText, keys: 'g d' },
  { title: strings.tasks, path: '/$orgId/tasks', icon: SquareCheck, keys: 'g t' },
  { title: strings.agents, path: '/$orgId/agents', icon: Bot, keys: 'g a' },
  { title: strings.skills, path: '/$orgId/skills', icon: Sparkles, keys: 'g k' },
  { title: strings.services, path: '/$orgId/services', icon: Plug, keys: 'g v' },
  { title: strings.activity, path: '/$orgId/activity', icon: Activity, keys: 'g l' },
  { title: strings.people, path: '/$orgId/people', icon: Users, keys: 'g p' },
];
export const placesBelow: readonly Place[] = [
  { title: strings.settings, path: '/$orgId/settings', icon: Settings, keys: 'g s' },
  { title: strings.account, path: '/$orgId/account', icon: UserRound, keys: 'g m' },
];
