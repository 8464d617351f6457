import type { Workspace } from './workspace.ts';

/** Yields every row of a listing tool, page by page. */
export async function* allRows<Row>(
  { call }: Pick<Workspace, 'call'>,
  tool: string,
  field: string,
  input: object = {},
): AsyncGenerator<Row> {
  let cursor: string | null = null;
  do {
    const page: Record<string, unknown> = await call(tool, { limit: 200, ...input, ...(cursor !== null && { cursor }) });
    yield* page[field] as Row[];
    cursor = page.nextCursor as string | null;
  } while (cursor !== null);
}

/** Collects every row of a listing tool. */
export async function everyRow<Row>(workspace: Pick<Workspace, 'call'>, tool: string, field: string, input: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of allRows<Row>(workspace, tool, field, input)) rows.push(row);
  return rows;
}
