import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Empty } from '../states/empty.tsx';
import { BarePage } from './bare-page.tsx';
import { mayReload, reload } from './reload-once.ts';

/** Shown instead of a page whose code the gateway no longer has. The newer version is loaded automatically, once. */
export function CodeMissing() {
  const [isReloading] = useState(mayReload);
  useEffect(() => {
    if (isReloading) reload();
  }, [isReloading]);
  if (isReloading) return null;
  return (
    <BarePage>
      <Empty
        title="There is a new version of Gatehouse"
        action={
          <Button variant="default" onClick={reload}>
            Reload
          </Button>
        }
      >
        Reload to open this page. Your drafts are kept.
      </Empty>
    </BarePage>
  );
}
