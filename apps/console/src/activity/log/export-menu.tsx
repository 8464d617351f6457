import { Button, Menu } from '@mantine/core';
import { call, type InputOf } from '../../kernel/calls/call.ts';
import type { Part } from '../../kernel/export/collect-parts.ts';
import { useExport } from '../../kernel/export/use-export.ts';
import { Download } from '../../kernel/icons/icons.ts';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { count } from '../../kernel/words/count-words.ts';
import { type ActivityFilters, type ActivityRow, isShown, isSought, toInput } from './filters.ts';

type Format = InputOf<'export_activity'>['format'];

/** Downloads the filtered calls. */
export function ExportMenu({ filters }: { filters: ActivityFilters }) {
  const { orgId } = useMembership();
  const { rows, start, stop } = useExport();
  if (rows !== undefined)
    return (
      <Button variant="subtle" color="gray" c="inherit" onClick={stop}>
        {count(rows, 'row')}… Stop
      </Button>
    );
  const save = (format: Format) =>
    void start(`activity.${format}`, async (cursor, signal) => {
      const part = await call(orgId, 'export_activity', { ...toInput(filters), format, ...(cursor !== undefined && { cursor }) }, signal);
      return format === 'jsonl' && isSought(filters) ? shownLines(part, filters) : part;
    });
  return (
    <MenuButton title="Export" icon={Download} width={220} position="bottom-end">
      {/* Cells of CSV are made safe by the gateway, which does not know what is left out. */}
      {!isSought(filters) && <Menu.Item onClick={() => save('csv')}>CSV for spreadsheets</Menu.Item>}
      <Menu.Item onClick={() => save('jsonl')}>JSON lines for programs</Menu.Item>
    </MenuButton>
  );
}

function shownLines({ text, nextCursor }: Part, filters: ActivityFilters): Part {
  const lines = text.split('\n').filter((line) => line !== '' && isShown(JSON.parse(line) as ActivityRow, filters));
  return { text: lines.map((line) => `${line}\n`).join(''), rows: lines.length, nextCursor };
}
