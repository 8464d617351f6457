import { sha256 } from '../../repos/workspace/versions.ts';
import { indexedBody, indexedName, indexedTags } from '../../search/search.ts';
import type { LookedAtIndex } from '../searched-row.ts';

/** Index on Postgres. It keeps the folded text in a row of its own. For bodies, comparing checksums is enough. */
export const postgresIndex: LookedAtIndex = {
  columns: `e.name as found_name, e.tags as found_tags,
    case when e.body <> '' then sha256(convert_to(e.body, 'UTF8')) end as found_body`,
  joins: 'left join search_entries e on e.organization = array[i.org_id] and e.search_row = i.search_row',
  hasName: ({ found_name, found_tags }, name, tags) => found_name === indexedName(name) && found_tags === indexedTags(tags),
  hasBody: ({ found_body }, body) => sha256(Buffer.from(indexedBody(body))).equals(found_body as Buffer),
  tables: { names: 'search_entries', bodies: [] },
};
