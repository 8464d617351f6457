import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** What stands where a page would be: who does not see it finds it in the same place. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1}>
      <VisuallyHidden>
        <h1>Gatehouse</h1>
      </VisuallyHidden>
      {children}
    </main>
  );
}
