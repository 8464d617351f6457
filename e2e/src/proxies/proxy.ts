import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ProxyOptions {
  /** Port of the proxy on loopback. */
  port: number;
  /** Port of the gateway. */
  gatewayPort: number;
  /** Folder for files of the proxy. Contains `certificate.pem` and `key.pem`. */
  folder: string;
}

export interface ProxyKind {
  name: string;
  /** Reason why it cannot run on this machine. Undefined if it can. */
  missing?: string | undefined;
  open(options: ProxyOptions): Promise<AsyncDisposable>;
}

const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/guides/run-behind-a-proxy.md'), 'utf8');

/** Returns the guide's configuration for a proxy, with the names, ports and files of a test. */
function shownFor(opening: string, replaced: [shown: string, here: string][]): string {
  const [, block = ''] = new RegExp(`\`\`\`\\w+\n(${opening} \\{\n[\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  return replaced.reduce((text, [shown, here]) => {
    if (!text.includes(shown)) throw new Error(`the guide does not show "${shown}" for ${opening}`);
    return text.replaceAll(shown, here);
  }, block);
}

/** A proxy for every machine. Runs in its own process, so that work of a test cannot delay it. */
const nodeProxy: ProxyKind = {
  name: 'a proxy of Node',
  async open({ port, gatewayPort, folder }) {
    const script = path.join(import.meta.dirname, 'node-proxy-process.ts');
    return await run(process.execPath, [script, `${port}`, `${gatewayPort}`, folder], { port });
  },
};

const nginx: ProxyKind = {
  name: 'nginx',
  missing: missing('nginx'),
  async open({ port, gatewayPort, folder }) {
    const server = shownFor('server', [
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['server_name gatehouse.example', 'server_name localhost'],
      ['/etc/ssl/gatehouse.example.pem', path.join(folder, 'certificate.pem')],
      ['/etc/ssl/gatehouse.example.key', path.join(folder, 'key.pem')],
      ['127.0.0.1:4747', `127.0.0.1:${gatewayPort}`],
    ]);
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${path.join(folder, name)};`);
    // nginx's own user could not read the folder. Without root, there is no choice of user.
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const file = path.join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `${user} daemon off; master_process off; pid ${folder}/nginx.pid; events {} http { access_log off; ${kept.join(' ')}\n${server}}`,
    );
    return await run(find('nginx'), ['-e', 'stderr', '-p', folder, '-c', file], { port });
  },
};

const caddy: ProxyKind = {
  name: 'Caddy',
  missing: missing('caddy'),
  async open({ port, gatewayPort, folder }) {
    const tls = `tls ${path.join(folder, 'certificate.pem')} ${path.join(folder, 'key.pem')}`;
    const site = shownFor('gatehouse.example', [
      ['gatehouse.example {', `https://localhost:${port} {\n\tbind 127.0.0.1\n\t${tls}`],
      ['127.0.0.1:4747', `127.0.0.1:${gatewayPort}`],
    ]);
    const file = path.join(folder, 'Caddyfile');
    writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
    mkdirSync(path.join(folder, 'caddy'));
    return await run(find('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], {
      port,
      environment: { XDG_DATA_HOME: path.join(folder, 'caddy'), XDG_CONFIG_HOME: path.join(folder, 'caddy') },
    });
  },
};

/** The kinds of proxies to test. nginx and Caddy run with the settings in the guide. They are not on npm, and are skipped if missing. */
export const proxyKinds: readonly ProxyKind[] = [nodeProxy, nginx, caddy];

function find(name: string): string {
  return ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => path.join(folder, name)).find((file) => existsSync(file)) ?? '';
}

function missing(name: string): string | undefined {
  return find(name) === '' ? `${name} is not installed` : undefined;
}

async function run(
  program: string,
  args: string[],
  { port, environment = {} }: { port: number; environment?: Record<string, string> },
): Promise<AsyncDisposable> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...environment } });
  let said = '';
  child.stderr.on('data', (piece) => (said += piece));
  const over = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${said}`);
    await pause(20);
  }
  return { [Symbol.asyncDispose]: async () => await end(child, over) };
}

async function end(child: ChildProcess, over: Promise<unknown>): Promise<void> {
  // A softer end would wait for streams that are open.
  child.kill('SIGKILL');
  await over;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return await new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((isOpen) => {
    socket.destroy();
    return isOpen as boolean;
  });
}
