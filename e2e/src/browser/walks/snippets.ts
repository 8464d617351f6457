import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';

const run = promisify(execFile);

/** Reads the snippets on the page of a new key, by the name of the tab. */
export async function readSnippets(page: Page): Promise<Map<string, string>> {
  const snippets = new Map<string, string>();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    snippets.set((await tab.textContent()) ?? '', (await page.getByRole('tabpanel').locator('pre').textContent()) ?? '');
  }
  return snippets;
}

/** Runs a snippet that makes a call by itself, unchanged, and returns its output. */
export async function runSnippet(name: string, text: string): Promise<string> {
  switch (name) {
    case 'curl':
      return (await run('sh', ['-c', text])).stdout;
    case 'TypeScript':
      return (await run(process.execPath, ['--input-type=module-typescript', '--eval', text])).stdout;
    case 'Python':
      return (await run('python3', ['-c', text])).stdout;
    default:
      throw new Error(`${name} makes no call by itself`);
  }
}

/** Reads the address and the header from a snippet for an MCP client. */
export function readMcpEndpoint(text: string): { url: string; authorization: string } {
  const url = /https?:\/\/[^\s"']+\/mcp\/key/.exec(text)?.[0] ?? '';
  return { url, authorization: /Bearer gth_\w+/.exec(text)?.[0] ?? '' };
}
