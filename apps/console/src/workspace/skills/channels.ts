import type { OutputOf } from '../../kernel/calls/call.ts';

type Described = Pick<OutputOf<'read_skill_files'>, 'id' | 'versionCount' | 'reviewed' | 'reviewedVersion' | 'folderName'> & {
  address: string;
  frontmatter?: unknown;
  manifest: readonly { path: string; sizeBytes: number; sha256: string }[];
};

/** Prompt of a skill for MCP clients. */
export function promptOf(text: string): object {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

/** The entry of a skill in `skills/list`: the resources that a client then reads. */
export function resourcesOf({ id, address, versionCount, reviewed, folderName, frontmatter, manifest }: Described): object {
  return {
    uri: uriOf(address, 'SKILL.md'),
    frontmatter,
    resources: manifest.map(({ path, sha256, sizeBytes }) => ({ uri: uriOf(address, path), digest: `sha256:${sha256}`, size: sizeBytes })),
    _meta: {
      'gatehouse/folderName': folderName ?? null,
      'gatehouse/versionCount': versionCount,
      'gatehouse/reviewed': reviewed,
      'gatehouse/resource': `gatehouse://skills/${id}`,
    },
  };
}

function uriOf(address: string, path: string): string {
  return `${address}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** A client that looks for skills on disk, and the `--to` of the command that writes them there. */
export interface DiskClient {
  to: 'claude' | 'codex' | 'gemini' | 'agents';
  /** Path below the home directory. */
  directory: string;
}

export const diskClients: readonly DiskClient[] = [
  { to: 'claude', directory: '~/.claude/skills' },
  { to: 'codex', directory: '~/.agents/skills' },
  { to: 'gemini', directory: '~/.gemini/skills' },
  { to: 'agents', directory: '~/.agents/skills' },
];

interface Placed {
  origin: string;
  /** The skills of this folder alone. */
  folderName: string | undefined;
}

/** Shell command that writes the skills of a key to a client's directory. */
export function syncCommand({ to }: Pick<DiskClient, 'to'>, { origin, folderName }: Placed): string {
  const only = folderName === undefined ? '' : ` --only ${quoted(folderName)}`;
  return `export GATEHOUSE_URL=${origin} GATEHOUSE_KEY=YOUR_KEY\ngatehouse skills sync --to ${to}${only}`;
}

/** Quotes for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
