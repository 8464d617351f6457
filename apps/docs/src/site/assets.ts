import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dark, light, ownVariables } from '@gatehouse/console/colours';
import { rolldown } from 'rolldown';
import type { SiteAssets } from './layout.ts';
import type { SearchIndex } from './search-index.ts';

const fonts = {
  inter: { family: 'Inter Variable', file: import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2') },
  mono: {
    family: 'JetBrains Mono Variable',
    file: import.meta.resolve('@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2'),
  },
};

/** Folder below the site. */
export const assetFolder = 'assets';

/** Writes the assets that every page loads. Each name changes with the content, so that browsers can cache it forever. */
export async function writeAssets(folder: string, index: SearchIndex): Promise<SiteAssets> {
  mkdirSync(path.join(folder, assetFolder), { recursive: true });

  function write(name: string, content: string | Buffer): string {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const { name: stem, ext } = path.parse(name);
    const written = path.posix.join(assetFolder, `${stem}-${hash}${ext}`);
    writeFileSync(path.join(folder, written), content);
    return written;
  }

  const faces = Object.entries(fonts).map(([name, { family, file }]) => {
    const written = write(`${name}.woff2`, readFileSync(fileURLToPath(file)));
    return `@font-face{font-family:'${family}';font-weight:100 900;font-display:swap;src:url(${path.posix.basename(written)}) format('woff2')}`;
  });
  return {
    style: write('style.css', [...faces, variables(), readFileSync(path.join(import.meta.dirname, 'style.css'), 'utf8')].join('\n')),
    theme: write('theme.js', await bundleScript('theme.ts')),
    script: write('main.js', await bundleScript('main.ts')),
    searchIndex: write('search.json', JSON.stringify(index)),
    mark: write('mark.svg', readFileSync(path.join(import.meta.dirname, '../../../console/src/mark.svg'))),
  };
}

function variables(): string {
  const rules = (colours: typeof light) =>
    Object.entries(ownVariables(colours))
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  const letters = `--font:'${fonts.inter.family}',system-ui,sans-serif;--mono:'${fonts.mono.family}',ui-monospace,monospace`;
  return [
    `:root{${letters};${rules(light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${rules(dark)}}}`,
    `:root[data-theme=dark]{${rules(dark)}}`,
    ...['light', 'dark'].map((theme) => `:root[data-theme=${theme}]{color-scheme:${theme}}`),
  ].join('\n');
}

async function bundleScript(name: string): Promise<string> {
  const bundle = await rolldown({ input: path.join(import.meta.dirname, '../client', name), platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  return output[0].code;
}
