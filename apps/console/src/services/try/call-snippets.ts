/** A call of a service's tool, as a program would make it. */
export interface MadeCall {
  /** Address of the gateway as the person reaches it. */
  origin: string;
  toolSlug: string;
  /** Set if the service has several connections, or can have. */
  connectionId: string;
  given: object;
}

const tool = 'execute_service_tool';

/** Snippet for a shell. The key is in a variable, so that it does not appear in the command. */
export function asCurl({ origin, ...call }: MadeCall): string {
  const body = JSON.stringify(inputOf(call));
  return `curl -s -X POST ${origin}/v1/tools/${tool} \\
  -H "Authorization: Bearer $GATEHOUSE_KEY" -H 'Content-Type: application/json' \\
  -d ${inShell(body)}`;
}

/** Request of an MCP client to the gateway's endpoint. */
export function asMcp(call: MadeCall): string {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: inputOf(call) } };
  return JSON.stringify(message, undefined, 2);
}

function inputOf({ toolSlug, connectionId, given }: Omit<MadeCall, 'origin'>) {
  return { toolSlug, connectionId, arguments: given };
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
