// Minimal TLS proxy program: `node e2e/src/proxies/node-proxy-process.ts PORT GATEWAY-PORT FOLDER`. It forwards the client's address in a
// header.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';

const [port, gatewayPort, folder = ''] = process.argv.slice(2);
const [cert, key] = ['certificate.pem', 'key.pem'].map((name) => readFileSync(path.join(folder, name)));

const server = createServer({ cert, key }, (incoming, outgoing) => {
  const { url: path, method, headers, socket } = incoming;
  const before = headers['x-forwarded-for'];
  const forwarded = [...(before === undefined ? [] : [before]), socket.remoteAddress].join(', ');
  const passedOn = request({
    host: '127.0.0.1',
    port: gatewayPort,
    path,
    method,
    headers: { ...headers, 'x-forwarded-for': forwarded },
    agent: false,
  });
  passedOn.on('response', (answer) => {
    // Headers that describe only the connection to the gateway, which may end before the browser has sent everything.
    for (const name of ['connection', 'keep-alive', 'transfer-encoding']) delete answer.headers[name];
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    outgoing.flushHeaders();
    answer.pipe(outgoing);
  });
  passedOn.on('error', () => outgoing.headersSent || outgoing.destroy());
  // Discards the rest of the request, which the server no longer reads. Otherwise a client that is still sending could lose the answer.
  passedOn.on('close', () => incoming.unpipe(passedOn).resume());
  outgoing.on('close', () => passedOn.destroy());
  incoming.pipe(passedOn);
});
server.listen(Number(port), '127.0.0.1');
