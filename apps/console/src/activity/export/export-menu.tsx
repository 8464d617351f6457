import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { sayDone, sayFailed } from '../../notices/notices.ts';
import { useMembership } from '../../session/membership.ts';
import { messageOf } from '../../states/failed.tsx';
import { count } from '../../words/count-words.ts';
import { type ActivityFilters, isSought } from '../filters.ts';
import { exportLog, type Format } from './export-log.ts';

/** What fits the filters, as a file. */
export function ExportMenu({ filters }: { filters: ActivityFilters }) {
  const { orgId } = useMembership();
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (format: Format) => {
    const { signal } = (running.current = new AbortController());
    setRows(0);
    try {
      save(await exportLog({ orgId, filters, format, signal, onRows: setRows }), `activity.${format}`);
      sayDone(`activity.${format} is in your downloads.`);
    } catch (error) {
      if (!signal.aborted) sayFailed(messageOf(error));
    }
    setRows(undefined);
  };

  if (rows !== undefined)
    return (
      <Button variant="subtle" color="gray" c="inherit" onClick={() => running.current?.abort()}>
        {count(rows, 'row')}… Stop
      </Button>
    );
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="subtle" color="gray" c="inherit" leftSection={<Download size={14} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isSought(filters) ? (
          <Menu.Label>What is left out is only left out of JSON lines</Menu.Label>
        ) : (
          <Menu.Item onClick={() => void start('csv')}>CSV, for a spreadsheet</Menu.Item>
        )}
        <Menu.Item onClick={() => void start('jsonl')}>JSON lines, for a program</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
