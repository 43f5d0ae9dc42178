import { createServer as createHttpsServer } from 'node:https';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from './authority.ts';

interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** Terminates TLS in front of a service without TLS, and forwards the bytes in both directions. */
export async function openTlsServer(certificate: Certificate, targetPort: number): Promise<Listener> {
  const sockets = new Set<Socket>();
  const server = createTlsServer(certificate, (client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(target).pipe(client);
  });
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

/**
 * Starts the HTTPS proxy in front of the API. It terminates TLS and sends the client's address and the host name in
 * headers.
 */
export async function openHttpsProxy(certificate: Certificate, targetPort: number): Promise<Listener> {
  const agent = new Agent({ keepAlive: true });
  const server = createHttpsServer(certificate, (asked, answer) => passOn(asked, answer, { targetPort, agent }));
  return listen(server, () => {
    server.closeAllConnections();
    agent.destroy();
  });
}

function passOn(
  asked: IncomingMessage,
  answer: ServerResponse,
  { targetPort, agent }: { targetPort: number; agent: Agent },
): void {
  const forwarded = {
    'x-forwarded-for': asked.socket.remoteAddress ?? '',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': asked.headers.host ?? '',
  };
  const passed = httpRequest({
    agent,
    port: targetPort,
    host: '127.0.0.1',
    method: asked.method,
    path: asked.url,
    headers: { ...asked.headers, ...forwarded },
  });
  passed.on('response', (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  passed.on('error', () => answer.destroy());
  answer.on('close', () => passed.destroy());
  asked.pipe(passed);
}

async function listen(server: Server, closeConnections: () => void): Promise<Listener> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    // `server.address()` is an `AddressInfo` for every server that listens on a TCP port.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        closeConnections();
      }),
  };
}
