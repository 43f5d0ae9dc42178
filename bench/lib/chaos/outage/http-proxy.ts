import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * The ways in which a service fails: it answers with an error status, with truncated or empty JSON, not at all
 * (`silent`), or one byte per second (`drip`).
 */
export type HttpFault = 403 | 500 | 'silent' | 'malformed' | 'empty' | 'drip';

export interface FaultyHttpProxy {
  readonly url: string;
  /** Makes requests whose path begins with this prefix fail from now on. */
  spoil(prefix: string, fault: HttpFault): void;
  /** Ends the faults: requests without an answer fail now, and new requests are passed on. */
  restore(): void;
  close(): Promise<void>;
}

const dripEveryMs = 1000;

/** A proxy in front of all HTTP services of the sandbox. */
export async function openFaultyHttpProxy(target: string): Promise<FaultyHttpProxy> {
  const faults = new Map<string, HttpFault>();
  const held = new Set<ServerResponse>();

  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = [...faults].find(([prefix]) => (request.url ?? '').startsWith(prefix))?.[1];
    try {
      if (fault === undefined) return await passOn(target, request, response);
      if (fault === 'silent' || fault === 'drip') {
        held.add(response);
        response.on('close', () => held.delete(response));
        if (fault === 'drip') drip(response);
        return;
      }
      request.resume();
      refuse(response, fault);
    } catch {
      response.destroy();
    }
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    spoil: (prefix, fault) => void faults.set(prefix, fault),
    restore() {
      faults.clear();
      for (const response of held) response.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function passOn(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const headers = Object.entries(request.headers).filter(([name]) => !notPassedOn.has(name)) as [string, string][];
  const answered = await fetch(`${target}${request.url ?? '/'}`, {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    ...(body.length > 0 && { body }),
  });
  response.statusCode = answered.status;
  for (const [name, value] of answered.headers) if (!notReturned.has(name)) response.setHeader(name, value);
  response.end(Buffer.from(await answered.arrayBuffer()));
}

const notPassedOn = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'expect']);
/**
 * Response headers that are not passed on. `fetch` has already decoded the body, so `content-encoding` would be wrong.
 */
const notReturned = new Set([...notPassedOn, 'content-encoding']);

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), dripEveryMs);
  response.on('close', () => clearInterval(timer));
}

function refuse(response: ServerResponse, fault: Exclude<HttpFault, 'silent' | 'drip'>): void {
  const status = typeof fault === 'number' ? fault : 200;
  const code = fault === 403 ? 'Unauthorized' : 'InternalFailure';
  const body = fault === 'malformed' ? '{"items":[' : fault === 'empty' ? '{}' : JSON.stringify({ errors: [{ code }] });
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}
