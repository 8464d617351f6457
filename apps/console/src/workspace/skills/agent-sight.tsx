import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { partCode } from '../../kernel/loading/page-code.tsx';
import type { Item } from '../item/item.ts';

/** Loaded on click. */
const SkillChannels = partCode(() => import('./skill-channels.tsx'), 'SkillChannels');

/** Content of a skill as agents get it, and commands that sync it to disks. */
export function AgentSight({ item }: { item: Item }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        Agent view
      </Button>
      {isShown && (
        <Suspense>
          <SkillChannels item={item} />
        </Suspense>
      )}
    </>
  );
}
