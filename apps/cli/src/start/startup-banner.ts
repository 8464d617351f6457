import path from 'node:path';
import { styleText } from 'node:util';
import { durationWords, hourMs, linkLifetimeMs } from '@gatehouse/domain';
import { asTyped } from '../terminal/as-typed.ts';
import { type FirstWorkspace, quickstartKeyMs } from './first-workspace.ts';

/** Credentials for the operator: a key at the first start, and a link until an account exists. */
export type Given = Partial<FirstWorkspace> & { setUpLink: string | undefined };

/** Details of the running gateway to print. */
export interface Greeted {
  url: string;
  data: string;
  /** MCP server URL for clients that sign in. Undefined if they cannot. */
  signInUrl: string | undefined;
}

/** Text that `start` prints when it listens. On a terminal, headings are bold. Commands are never decorated, so that they can be copied. */
export function greeting({ url, data, signInUrl }: Greeted, { quickstartKey: key, setUpLink }: Given): string {
  const lines = [
    `${strong('Gatehouse is listening')}`,
    `  HTTP  ${url}/v1/tools`,
    `  MCP   ${url}/mcp`,
    `  data  ${data}`,
    '',
    ...(setUpLink === undefined ? [] : linkLines(setUpLink)),
  ];
  const where = data === path.resolve('.gatehouse') ? '' : ` --data ${data}`;
  if (key === undefined) return [...lines, asTyped(`${createKey}${where}"`), stopHint].join('\n');
  return [
    ...lines,
    `${strong('A key to try it with')} (write access, works for ${quickstartKeyMs / hourMs} hours, shown only once):`,
    `  ${key}`,
    '',
    strong('Call a tool over HTTP:'),
    curlLine(url, key),
    '',
    strong('Connect an agent over MCP:'),
    mcpSnippet(url, key),
    '',
    ...(signInUrl === undefined ? [] : signInLines(signInUrl)),
    asTyped(`Name the organization and its owner: "gatehouse init --org NAME --email ADDRESS${where}"`),
    stopHint,
  ].join('\n');
}

function linkLines(setUpLink: string): string[] {
  return [
    `${strong('Set up your account in the browser')} (works once, for ${durationWords(linkLifetimeMs.set_up)}):`,
    `  ${setUpLink}`,
    '',
  ];
}

function signInLines(signInUrl: string): string[] {
  return [strong('Or let Claude Code sign in as you, without a key:'), `claude mcp add --transport http gatehouse ${signInUrl}`, ''];
}

const createKey = 'Create a key: "gatehouse keys create --owner EMAIL --agent NAME --access read|write';
const stopHint = 'Ctrl-C stops it.';

function curlLine(url: string, key: string): string {
  return `curl -s ${url}/v1/tools/list_docs -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{}'`;
}

/** The form that MCP clients read from their settings. */
function mcpSnippet(url: string, key: string): string {
  const server = { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return JSON.stringify({ mcpServers: { gatehouse: server } }, undefined, 2);
}

/** Makes text bold. `styleText` adds no style if the output is not a terminal. */
function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout });
}
