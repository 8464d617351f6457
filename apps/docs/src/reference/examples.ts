import { fence } from './markdown.ts';

const origin = 'http://127.0.0.1:4747';
const authorization = `-H "Authorization: Bearer $GATEHOUSE_KEY" -H 'Content-Type: application/json'`;

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** One call in each of the ways in which programs make it. Every block runs unchanged if GATEHOUSE_KEY is set. */
export function callExamples(tool: string, input: object): string {
  const given = input as Json;
  return [
    '### curl',
    fence('sh', `curl -s ${origin}/v1/tools/${tool} \\\n  ${authorization} \\\n  -d ${quoteForShell(JSON.stringify(given))}`),
    '### TypeScript',
    fence('ts', inTypeScript(tool, given)),
    '### Python',
    fence('python', inPython(tool, given)),
    '### MCP',
    fence('sh', overMcp(tool, given)),
  ].join('\n\n');
}

function inTypeScript(tool: string, input: Json): string {
  return `const response = await fetch('${origin}/v1/tools/${tool}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.GATEHOUSE_KEY}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(${JSON.stringify(input, null, 2).replaceAll('\n', '\n  ')}),
});
console.log(response.status, await response.json());`;
}

function inPython(tool: string, input: Json): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${origin}/v1/tools/${tool}",
    data=json.dumps(${asPython(input)}).encode(),
    headers={"Authorization": f"Bearer {os.environ['GATEHOUSE_KEY']}", "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request)))`;
}

function overMcp(tool: string, input: Json): string {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } };
  const accept = `-H 'Accept: application/json, text/event-stream'`;
  return `curl -s ${origin}/mcp \\\n  ${authorization} ${accept} \\\n  -d ${quoteForShell(JSON.stringify(message))}`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Writes a JSON value as a Python literal. True, false and null have other names there. */
function asPython(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(asPython).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${asPython(inner)}`)
    .join(', ')}}`;
}
