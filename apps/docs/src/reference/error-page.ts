import { reasons, statusOf } from '@gatehouse/core';
import { code, page, table } from './markdown.ts';
import type { Modules } from './source/modules.ts';
import { type Refusal, refusalsIn } from './source/refusals.ts';
import type { SourceFile } from './source/syntax.ts';

/** Page with every code and reason, and the texts that callers see. */
export function errorPage(sources: readonly SourceFile[], modules: Modules, toldToPeople: ReadonlyMap<string, string>): string {
  const all = sources.flatMap(({ file, body }) => body.flatMap((node) => refusalsIn(node, file, modules)));
  return page(
    'Errors',
    'Every answer to a failed call is `{"error": {"code", "message", "reason"?}}`. The code decides the status. The reason is a stable word for\nprograms. The message is for people and models who read it. It can change in any release, so do not compare it.',
    'Over MCP, the text of a failed call begins with `code/reason: `, or with `code: ` if there is no reason.',
    'In the messages below, `…` stands for what depends on the call. To find a message that you saw, search this page for a part of it\nwithout names and numbers.',
    '## Codes',
    table(
      ['Code', 'Status'],
      Object.entries(statusOf).map(([name, status]) => [
        code(name),
        name === 'internal_error' ? `${status}, or 503 with \`Retry-After\`` : `${status}`,
      ]),
    ),
    '## Reasons',
    ...reasons.map((reason) =>
      reasonPart(
        reason,
        all.filter((one) => one.reason === reason),
        toldToPeople.get(reason),
      ),
    ),
    '## Messages without a reason',
    messageTable(all.filter(({ reason, message }) => reason === undefined && message !== undefined)),
  );
}

function reasonPart(reason: string, refusals: readonly Refusal[], told: string | undefined): string {
  const codes = [...new Set(refusals.map((one) => code(one.code)))];
  const messages = [...new Set(refusals.flatMap(({ message }) => message ?? []))];
  return [
    `### ${reason}`,
    codes.length === 0 ? '' : `Code: ${codes.join(', ')}.`,
    told === undefined ? '' : `The console says: ${told}`,
    messages.map((message) => `- ${message}`).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function messageTable(refusals: readonly Refusal[]): string {
  const rows = new Map(refusals.map(({ code: name, message = '' }) => [`${name} ${message}`, [code(name), message]]));
  return table(
    ['Code', 'Message'],
    [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row),
  );
}
