import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentTools } from '@gatehouse/core';
import { expect, it } from 'vitest';
import { type Addresses, served, standing } from './addresses.ts';
import { writeSite } from './write-site.ts';

const docs = path.join(import.meta.dirname, '../../../../docs');

/** Lists internal addresses of pages that fail a check, with their pages. */
async function addressesIn(addresses: Addresses, look: (folder: string, address: string, page: string) => boolean): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-site-'));
  try {
    await writeSite({ docs, folder, addresses, workspace: '/app' });
    const pages = globSync('**/*.html', { cwd: folder });
    expect(pages.length).toBeGreaterThan(100);
    return pages.flatMap((page) => {
      const text = readFileSync(path.join(folder, page), 'utf8');
      const named = [...text.matchAll(/ (?:href|src|data-index)="([^"#]+)[^"]*"/g)].map(([, address = '']) => address);
      const inside = new Set(named.filter((address) => !/^https?:|^\/app$/.test(address)));
      return [...inside].filter((address) => !look(folder, address, page)).map((address) => `${page}: ${address}`);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('writes a standalone site, with files next to the page as addresses', async () => {
  const isThere = (folder: string, address: string, page: string) =>
    !address.startsWith('/') && existsSync(path.join(folder, path.dirname(page), address));
  expect(await addressesIn(standing, isThere)).toEqual([]);
});

it('writes the site of a gateway, with every address below /docs', async () => {
  const isThere = (folder: string, address: string) => {
    const name = path.join(folder, address.replace(/^\/docs\/?/, ''));
    return address.startsWith('/docs') && [name, `${name}.html`, path.join(name, 'index.html')].some((file) => existsSync(file));
  };
  expect(await addressesIn(served, isThere)).toEqual([]);
});

it("shows a form that calls a tool on the tool's page, but only on a gateway", async () => {
  const pagesWithForms = async (workspace: string | undefined) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-site-'));
    try {
      await writeSite({ docs, folder, addresses: workspace === undefined ? standing : served, workspace });
      const pages = globSync('**/*.html', { cwd: folder }).filter((page) =>
        readFileSync(path.join(folder, page), 'utf8').includes('id="try-it"'),
      );
      return pages.sort();
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  expect(await pagesWithForms('/app')).toEqual(agentTools.map(({ name }) => `api/${name}.html`).sort());
  expect(await pagesWithForms(undefined)).toEqual([]);
});
