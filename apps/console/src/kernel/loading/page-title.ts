import type { AnyRouteMatch } from '@tanstack/react-router';
import { placeAt } from '../layout/navigation.tsx';

/** Title of a page before its data is loaded: its own, or that of its place. */
export function pageTitle(matches: readonly Pick<AnyRouteMatch, 'staticData' | 'pathname'>[]): string | undefined {
  const page = matches.at(-1);
  return page && (page.staticData.title ?? placeAt(page.pathname)?.title);
}
