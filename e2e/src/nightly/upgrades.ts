import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyEngines } from '../upgrades/empty-engines.ts';
import { firstOpen, installVersion, lastClosed } from '../upgrades/old-version.ts';
import { replaceUnderClients } from '../upgrades/replace-under-clients.ts';
import { upgradeData } from '../upgrades/upgrade-data.ts';

/**
 * Installs old versions of this repository, fills a workspace with one and reads it with the current one, and replaces another under
 * clients that stay connected. `OLD_VERSIONS` names a folder where they stay installed.
 */
export async function upgradeFromOldVersions(): Promise<string[]> {
  const given = process.env.OLD_VERSIONS;
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'gatehouse-old-versions-'));
  const wrong: string[] = [];
  try {
    const [closed, open] = [await installVersion(lastClosed, folder), await installVersion(firstOpen, folder)];
    for (const engine of emptyEngines) {
      wrong.push(...(await upgradeData(closed, engine)), ...(await replaceUnderClients(open, engine)));
    }
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true });
  }
  return wrong;
}
