import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { barePage as strings } from '../shell-strings.ts';

/** What stands where a page would be: who does not see it finds it in the same place. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1}>
      <VisuallyHidden>
        <h1>{strings.gatehouse}</h1>
      </VisuallyHidden>
      {children}
    </main>
  );
}
