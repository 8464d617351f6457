import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openPlace, type Running } from '../cli/command.ts';
import { freePort } from '../kit/free-port.ts';
import { makeCertificate } from './certificate.ts';
import type { ProxyKind } from './proxy.ts';

export interface ProxiedGateway extends AsyncDisposable {
  gateway: Running;
  /** Public address, which is that of the proxy. */
  url: string;
  /** Address of the gateway itself. */
  direct: string;
}

/** Opens a gateway behind a proxy. This process trusts the proxy's certificate meanwhile. */
export async function openProxiedGateway(kind: ProxyKind, env: Record<string, string> = {}): Promise<ProxiedGateway> {
  const [port, gatewayPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${port}`;
  const trusted = getCACertificates('default');
  const made = makeCertificate();
  await using opened = new AsyncDisposableStack();
  const place = opened.use(openPlace());
  const folder = path.join(place.folder, 'proxy');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'certificate.pem'), made.certificate);
  writeFileSync(path.join(folder, 'key.pem'), made.key, { mode: 0o600 });
  setDefaultCACertificates([...trusted, made.certificate]);
  opened.defer(() => setDefaultCACertificates(trusted));
  const gateway = opened.use(await place.start(['--port', String(gatewayPort)], { env: { GATEHOUSE_BASE_URL: url, ...env } }));
  opened.use(await kind.open({ port, gatewayPort, folder }));
  const kept = opened.move();
  return { gateway, url, direct: `http://127.0.0.1:${gatewayPort}`, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
