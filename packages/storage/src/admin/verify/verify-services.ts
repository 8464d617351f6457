import type { ConnectionKind } from '@gatehouse/domain';
import type { ServiceTool } from '../../repos/services/service-tools.ts';
import { definitionHash, modeOf, toolSearchText } from '../../search/service-definition.ts';
import type { Findings } from '../problem.ts';
import { readJson } from '../read-json.ts';
import type { Snapshot } from '../snapshot.ts';

type Json = Record<string, unknown>;

interface ConnectionRow {
  id: string;
  service: string;
  kind: ConnectionKind;
  config: string;
}

/** Checks that every connection has an address or command for its service, and that every tool matches its approved definition. */
export async function* checkServices(snapshot: Snapshot): Findings {
  if (!(await snapshot.hasTable('connections'))) return;
  for await (const rows of snapshot.pages<ConnectionRow>('select id, service, kind, config from connections', [], rowsAtOnce)) {
    for (const row of rows)
      for (const fault of faultsOfConnection(row)) yield { check: 'rows', message: `connections ${row.id}: ${fault}` };
    yield rows.length;
  }
  for await (const rows of snapshot.pages<ToolRow>('select * from service_tools', [], rowsAtOnce)) {
    for (const row of rows) {
      for (const fault of faultsOfTool(row)) yield { check: 'rows', message: `service_tools ${row.connection_id}/${row.name}: ${fault}` };
    }
    yield rows.length;
  }
}

/** Rows read at a time. A definition has up to 256 KB. */
const rowsAtOnce = 20;

function* faultsOfConnection({ service, kind, config }: ConnectionRow): Generator<string> {
  if (!/^[a-z0-9-]{1,32}$/.test(service)) yield 'its service has an invalid name';
  const known = readJson<Json | null>(config);
  // The check of the column reports a value that is not an object.
  if (!known) return;
  const places =
    kind === 'mcp-stdio' ? [known.command] : [known.url, known.baseUrl, known.documentUrl].filter((place) => place !== undefined);
  const isPlace = (place: unknown) => typeof place === 'string' && place !== '' && (kind === 'mcp-stdio' || URL.canParse(place));
  if (places.length === 0 || !places.every(isPlace)) yield 'its config has no valid address of the service';
  const access = known.access as Json | undefined;
  if (access !== undefined && typeof access?.type !== 'string') yield 'its config has no type of access';
}

interface ToolRow {
  connection_id: string;
  name: string;
  title: string | null;
  description: string;
  input_schema: string;
  output_schema: string | null;
  annotations: string | null;
  binding: string | null;
  mode: ServiceTool['mode'];
  marked_mode: ServiceTool['markedMode'];
  definition_hash: string;
  approved_hash: string | null;
  held_for: ServiceTool['heldFor'];
  approved_definition: string | null;
  search_text: string;
}

function* faultsOfTool(row: ToolRow): Generator<string> {
  const { name, title, description } = row;
  const inputSchema = readJson<Json>(row.input_schema);
  const rest = [row.output_schema, row.annotations, row.binding, row.approved_definition].map((text) =>
    readJson<Json | null>(text ?? 'null'),
  );
  const [outputSchema, annotations, binding, approved] = rest;
  // The check of the column reports invalid JSON.
  if (!inputSchema || outputSchema === undefined || annotations === undefined || binding === undefined || approved === undefined) return;
  if (definitionHash({ name, title, description, inputSchema, outputSchema, annotations, binding }) !== row.definition_hash)
    yield 'its definition does not match its hash';
  if (row.mode !== modeOf(annotations, row.marked_mode)) yield 'its mode matches neither its mark nor its annotations';
  if (row.search_text !== toolSearchText(row)) yield 'its search text does not match its description';
  const wasApproved = row.held_for === 'changed';
  if (
    wasApproved !== (approved !== null) ||
    (approved && definitionHash({ name, ...(approved as typeof noDefinition) }) !== row.approved_hash)
  )
    yield 'its approved definition does not match its hash';
}

const noDefinition = { title: null, description: '', inputSchema: {}, outputSchema: null, annotations: null, binding: null };
