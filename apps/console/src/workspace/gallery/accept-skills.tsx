import { Button } from '@mantine/core';
import { useBulkChange } from '../bulk/use-bulk-change.ts';
import type { ListedSkill } from './sought.ts';

export interface AcceptSkillsProps {
  chosen: readonly ListedSkill[];
  onBegun: () => void;
}

/** Button that accepts the newest versions of the chosen skills, as listed. Disabled if none of them waits for a review. */
export function AcceptSkills({ chosen, onBegun }: AcceptSkillsProps) {
  const change = useBulkChange();
  const waiting = chosen.filter(({ reviewed }) => !reviewed);
  const accept = async () => {
    // Versions saved after the newest listed one have not been seen.
    const seenAt = Math.max(...waiting.map(({ updatedAt }) => updatedAt));
    if (await change({ action: 'accept', itemIds: waiting.map(({ id }) => id), seenAt })) onBegun();
  };
  return (
    <Button variant="default" disabled={waiting.length === 0} onClick={() => void accept()}>
      {waiting.length === chosen.length ? 'Accept' : `Accept ${waiting.length} that wait for review`}
    </Button>
  );
}
