import { useMatches } from '@tanstack/react-router';
import { Page } from '../layout/page.tsx';
import { FirstRows } from '../states/first-rows.tsx';
import { pageTitle } from './page-title.ts';

/** Frame of a page while its code or its data loads. */
export function PageLoading() {
  const title = useMatches({ select: pageTitle });
  if (title === undefined) return null;
  return (
    <Page title={title} isFilled>
      <FirstRows />
    </Page>
  );
}
