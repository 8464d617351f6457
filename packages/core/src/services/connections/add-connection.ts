import { maxConnections } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import { requireGroup } from '../../identity/groups/find-group.ts';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { askService } from './ask-service.ts';
import { newConnectionFields } from './connection-fields.ts';
import { documentArgumentBytes, placeFields, readPlace } from './connection-place.ts';
import { groupIds, shareWithGroups, wantedVisibility } from './connection-users.ts';
import { createdExample, createdShape, newConnection, storeConnection } from './create-connection.ts';
import { requireManager } from './find-connection.ts';

const input = z.strictObject({ ...newConnectionFields, groupIds, ...placeFields });

export const addConnection = defineDiscoveryTool({
  name: 'add_connection',
  title: 'Connect service',
  description: 'Connect an MCP server over HTTP or a service described by OpenAPI. Its tools are loaded before anything is stored.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input,
  maximumArgumentBytes: documentArgumentBytes,
  output: createdShape,
  example: {
    input: {
      service: 'github',
      name: 'GitHub',
      kind: 'mcp-http',
      url: 'https://mcp.example.com/mcp',
      access: { type: 'bearer', token: 'example' },
    },
    output: createdExample,
  },
  *prepare(context, given) {
    const visibility = wantedVisibility(given) ?? 'private';
    requireManager(context, visibility);
    for (const groupId of given.groupIds ?? []) yield* requireGroup(context, groupId);
    yield* refuseTooMany(context);
    const { service, name, label, holdNew, largestResult, kind } = given;
    const { orgId, personId } = context.viewer;
    const details = { service, name, label, visibility, holdNew, largestResult, kind };
    const { signIn, ...place } = readPlace(given);
    return { given, signIn, made: newConnection(context, { orgId, ownerId: personId, ...details, ...place }) };
  },
  runOutside: (context, { signIn, made }, call) => askService(context, made.target, { signIn }, call),
  *conclude(context, { given, made }, { signInSecrets, ...discovery }) {
    const stored = yield* storeConnection(context, { ...made, secrets: [...made.secrets, ...signInSecrets] }, discovery);
    if (given.groupIds) yield* shareWithGroups(context, made.connection, given.groupIds);
    return stored;
  },
});

function* refuseTooMany({ store, viewer }: ToolContext): Op<void> {
  const known = yield* store.connections.list(viewer, maxConnections);
  if (known.length === maxConnections) throw refusal('too_large', `there are already ${maxConnections} connections; remove one first`);
}
