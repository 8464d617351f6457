import { useLocation, useMatches } from '@tanstack/react-router';
import { placeAt } from '../layout/navigation.tsx';
import { Page } from '../layout/page.tsx';
import { FirstRows } from '../states/first-rows.tsx';

/** Frame of a page while its code or its data loads. */
export function PageLoading() {
  const place = useLocation({ select: ({ pathname }) => placeAt(pathname)?.title });
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title }) ?? place;
  if (title === undefined) return null;
  return (
    <Page title={title} isFilled>
      <FirstRows />
    </Page>
  );
}
