import { leftOutReasons, leftOutList as strings } from './strings.ts';
import type { LeftOut } from './use-connections.ts';

type Code = keyof typeof leftOutReasons;

/** Why something is no tool, by its code: the reason beside it is for models and the command line. */
export function leftOutWords({ code, about = '' }: Pick<LeftOut, 'code' | 'about'>): string {
  return code !== undefined && Object.hasOwn(leftOutReasons, code) ? leftOutReasons[code as Code](about) : strings.notAvailable;
}
