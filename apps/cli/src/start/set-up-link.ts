import { GatewayError } from '@gatehouse/core';
import type { Gatehouse } from '../composition/composition.ts';
import { callTool } from '../workspace/workspace.ts';

/** Creates the link with which the first owner makes an account. Undefined if an account exists. // D38 */
export async function makeSetUpLink({ gateway }: Pick<Gatehouse, 'gateway'>): Promise<string | undefined> {
  try {
    return (await callTool<{ link: string }>(gateway, { type: 'operator' }, 'create_set_up_link', {})).link;
  } catch (error) {
    if (error instanceof GatewayError && error.reason === 'already_set_up') return undefined;
    throw error;
  }
}
