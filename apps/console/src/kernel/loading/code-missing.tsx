import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { codeMissing as strings } from '../shell-strings.ts';
import { Empty } from '../states/empty.tsx';
import { BarePage } from './bare-page.tsx';
import { mayReload, reload } from './reload-once.ts';

/** In place of a page whose code the gateway no longer has: the newer version is loaded automatically, once. */
export function CodeMissing() {
  const [isReloading] = useState(mayReload);
  useEffect(() => {
    if (isReloading) reload();
  }, [isReloading]);
  if (isReloading) return null;
  return (
    <BarePage>
      <Empty
        title={strings.thereIsNewVersionOf}
        action={
          <Button variant="default" onClick={reload}>
            {strings.reload}
          </Button>
        }
      >
        {strings.reloadToOpenThisPage}
      </Empty>
    </BarePage>
  );
}
