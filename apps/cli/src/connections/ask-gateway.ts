import { type ErrorBody, GatewayError } from '@gatehouse/core';
import { readConfiguration } from '../configuration/configuration.ts';
import { findRunningGateway } from '../configuration/running-gateway.ts';
import { CommandError } from '../kernel/faults.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Statuses of a gateway that does not know the token, or that is too old to know the address. */
const cannotBeAsked = new Set([401, 404]);

export interface SignInOptions {
  access: string;
  data?: string | undefined;
}

/**
 * Sets up the sign-in of a service through the running gateway, because browsers return to its address and the command may have another
 * environment. Undefined for other access, or if no gateway can be asked.
 */
export async function askForSignIn<Value>(
  workspace: Workspace,
  { access, data }: SignInOptions,
  tool: string,
  input: object,
): Promise<Value | undefined> {
  return access === 'oauth' ? await askGateway<Value>(workspace, readConfiguration({ data }).data, tool, input) : undefined;
}

/**
 * Makes the running gateway of this data directory call a tool as the person of the workspace. The call thus runs in that gateway's
 * environment. Undefined if no gateway runs or can be asked. Throws the tool's refusal.
 */
export async function askGateway<Value>(
  { organization, person }: Workspace,
  data: string,
  tool: string,
  input: object,
): Promise<Value | undefined> {
  const running = findRunningGateway(data);
  if (!running) return undefined;
  const address = `${running.url}/operator/${organization.id}/${person.id}/tools/${tool}`;
  const headers = { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(input) }).catch(() => undefined);
  if (!answer || cannotBeAsked.has(answer.status)) return undefined;
  const body = (await answer.json().catch(() => undefined)) as Value | ErrorBody | undefined;
  if (answer.ok && body !== undefined) return body as Value;
  if (typeof body !== 'object' || body === null || !('error' in body))
    throw new CommandError(`the gateway at ${running.url} answered ${answer.status} without a reason`);
  const { code, message, reason } = body.error;
  throw new GatewayError(code, message, { reason });
}
