import { Button, Popover, SegmentedControl } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import styles from '../../kernel/forms/forms.module.css';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import type { Key } from './use-agents.ts';

export type RotatedKey = OutputOf<'rotate_key'>;

/** Overlaps in minutes, as the gateway expects them. */
const overlaps = [
  { value: '0', label: 'Stop now' },
  { value: '60', label: '1 hour' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '7 days' },
];

/** Creates a new key with the same access and limits. The old one works for a while, so that its program can be changed. */
export function RotateKey({ of: key, onMade }: { of: Key; onMade: (made: RotatedKey) => void }) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [overlap, setOverlap] = useState('1440');
  const rotate = useMutation({
    mutationFn: () => call(orgId, 'rotate_key', { keyId: key.keyId, overlapMinutes: Number(overlap) }),
    onSuccess: (made) => {
      onMade(made);
      setOpen(false);
    },
    onError: sayError,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [orgId, 'list_agents'] });
      return queries.invalidateQueries({ queryKey: [orgId, 'list_keys'] });
    },
  });
  return (
    <Popover width={320} position="bottom-start" trapFocus returnFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button variant="default" aria-label={`Rotate ${key.keyPrefix ?? ''}…`} onClick={() => setOpen(!isOpen)}>
          Rotate
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={styles.ask}>
          <p>The new key has the same access and limits. How long should the old key keep working?</p>
          <SegmentedControl fullWidth aria-label="Keep the old key working" value={overlap} onChange={setOverlap} data={overlaps} />
          <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
            Create key
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
