import { Button } from '@mantine/core';
import { call } from '../../kernel/calls/call.ts';
import { useExport } from '../../kernel/export/use-export.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { count } from '../../kernel/words/count-words.ts';

/** Everything that is in the organization, as a file of JSON lines (D53). */
export function ExportOrganization() {
  const { orgId } = useMembership();
  const { rows, start, stop } = useExport();
  const save = () =>
    void start('organization.jsonl', (cursor, signal) =>
      call(orgId, 'export_organization', cursor === undefined ? {} : { cursor }, signal),
    );
  return (
    <div>
      <Button variant="default" onClick={rows === undefined ? save : stop}>
        {rows === undefined ? 'Export everything' : `Stop (${count(rows, 'line')})`}
      </Button>
    </div>
  );
}
