import { type ErrorBody, GatewayError } from '@gatehouse/core';
import { readConfiguration } from '../configuration.ts';
import { CommandError } from '../faults.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { findRunningGateway } from './running-gateway.ts';

/** What it says when it does not know the token, or is of a version that does not know the address. */
const cannotBeAsked = new Set([401, 404]);

export interface SignInOptions {
  access: string;
  data?: string | undefined;
}

/**
 * What finds out how people sign in at a service is done by the gateway that runs, because browsers come back to its address: the command
 * may have another environment. Undefined for other access, and where no gateway can be asked.
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
 * Has the gateway that runs on this data directory call a tool as the person of the workspace, so that it is done from where that gateway
 * is. Undefined where none runs, or none that can be asked. Throws what the tool refused.
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
    throw new CommandError(`the gateway at ${running.url} answered ${answer.status} and does not say why`);
  const { code, message, reason } = body.error;
  throw new GatewayError(code, message, { reason });
}
