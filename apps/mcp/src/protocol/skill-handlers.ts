import type { Server } from '@modelcontextprotocol/server';
import {
  RESOURCES_DIRECTORY_READ_METHOD,
  SKILLS_EXTENSION_ID,
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
} from '@modelcontextprotocol/server/ext/skills';
import { z } from 'zod';
import type { RequestScope } from '../requests/request-scope.ts';
import { getSkill, listSkills, readDirectory } from './skills.ts';

const listParams = z.looseObject({ cursor: z.string().optional() });
const uriParams = z.looseObject({ uri: z.string() });

type Guard = <Result>(handler: () => Promise<Result>) => Promise<Result>;

/** The methods of the skills extension and its capability. The SDK's class for them would also serve resources, which are served here already. */
export function addSkills(server: Server, scope: RequestScope, era: 'legacy' | 'modern', guarded: Guard): void {
  /** Clients of older revisions know no fields for keeping a result. */
  const answered = <Result extends { ttlMs: number; cacheScope: string }>(result: Result) => {
    if (era === 'modern') return result;
    const { ttlMs: _, cacheScope: __, ...rest } = result;
    return rest;
  };
  server.setRequestHandler(SKILLS_LIST_METHOD, { params: listParams }, ({ cursor }, context) =>
    guarded(async () => answered(await listSkills(scope, cursor, context))),
  );
  server.setRequestHandler(SKILLS_GET_METHOD, { params: uriParams }, ({ uri }, context) =>
    guarded(async () => answered(await getSkill(scope, uri, context))),
  );
  server.setRequestHandler(RESOURCES_DIRECTORY_READ_METHOD, { params: uriParams }, ({ uri }, context) =>
    guarded(async () => answered(await readDirectory(scope, uri, context))),
  );
  server.registerCapabilities({ extensions: { [SKILLS_EXTENSION_ID]: { directoryRead: true } } });
}
