import path from 'node:path';
import { connectionVisibilities, maxCredential } from '@gatehouse/domain';
import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { newConnectionFields } from './connection-fields.ts';
import { createdExample, createdShape, newConnection, storeConnection } from './create-connection.ts';

const noNul = (text: string) => !text.includes('\0');

export const addCommandConnection = defineDiscoveryTool({
  name: 'add_command_connection',
  title: 'Connect command',
  description:
    'Connect an MCP server that this machine starts as a command. Only for the operator, because it runs programs on this machine.',
  audience: 'operator',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    ...newConnectionFields,
    visibility: z
      .enum(connectionVisibilities)
      .default('organization')
      .describe('private: only the owner can use it; organization: everyone'),
    orgId: identifier('organization'),
    ownerEmail: z.string().max(320).describe('owner of the connection'),
    command: z
      .string()
      .max(4000)
      .refine((text) => path.isAbsolute(text) && noNul(text), { error: 'must be the absolute path of a program' }),
    args: z.array(z.string().max(8000).refine(noNul)).max(100).default([]),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/), z.string().max(maxCredential).refine(noNul)).default({}),
    cwd: z.string().max(4000).optional(),
  }),
  output: createdShape,
  example: {
    input: {
      orgId: 'org_01jd2x7q8me3k5w9t4v6b8n0r2',
      ownerEmail: 'ada@example.com',
      service: 'github',
      name: 'GitHub',
      command: '/usr/bin/node',
      args: ['/srv/mcp/server.js'],
    },
    output: createdExample,
  },
  *prepare(context, { orgId, ownerEmail, command, args, env, cwd, ...details }) {
    const owner = yield* context.store.people.findByEmail(orgId, ownerEmail.trim().toLowerCase());
    if (!owner || owner.removedAt !== null) throw refusal('no_such_item', `no person in that organization has the address ${ownerEmail}`);
    context.call.notes.orgId = orgId;
    // The whole command is encrypted and thereby authenticated: writing to the database is not enough to make it run a program (D31).
    const secrets = { process: JSON.stringify({ command, args, env, cwd }) };
    const config = { command: path.basename(command) };
    return newConnection(context, { ...details, orgId, ownerId: owner.id, kind: 'mcp-stdio', config, secrets });
  },
  async runOutside({ ports: { services } }, { target }, call) {
    return await services.discover(target, call);
  },
  *conclude(context, connection, discovery) {
    return yield* storeConnection(context, connection, discovery);
  },
});
