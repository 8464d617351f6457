import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strangerLimits } from '@gatehouse/core';
import { expect, it } from 'vitest';

const rules = path.join(import.meta.dirname, '../../../../docs/reference/rules/shares.md');

it('the stored amounts for strangers match the rules (D64)', () => {
  const section = readFileSync(rules, 'utf8').split('### D64.1')[1]?.split('### ')[0] ?? '';
  const said = [...section.matchAll(/^\| ([A-Z].*?) \| ([\d,]+) \| (\d+) \|/gm)].map(([, kind = '', rows = '', mebibytes]) => [
    kind.split(' ')[0],
    { rows: Number(rows.replace(',', '')), bytes: Number(mebibytes) * 1024 * 1024 },
  ]);
  const { request, client, try: attempt, log } = strangerLimits.kinds;
  const limits = { Consent: request, Clients: client, Attempts: attempt, Rows: log, All: strangerLimits.all };
  expect(Object.fromEntries(said)).toEqual(
    Object.fromEntries(Object.entries(limits).map(([kind, { rows, bytes }]) => [kind, { rows, bytes }])),
  );
});
