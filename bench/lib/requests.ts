import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

interface LoadOptions {
  /** The path of all requests, or a function that returns the path of a request by its number. */
  readonly url: string | ((request: number) => string);
  readonly headers: Record<string, string>;
  readonly requests: number;
  readonly connections: number;
}

interface LoadResult {
  readonly seconds: number;
  readonly latenciesMs: readonly number[];
  readonly statuses: ReadonlyMap<number, number>;
}

/** Sends requests on several keep-alive connections, one after the other on each connection. */
export async function load({ url, headers, requests, connections }: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latenciesMs: number[] = [];
  const statuses = new Map<number, number>();
  let left = requests;
  const started = performance.now();
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const begun = performance.now();
      const { status } = await send({ url: typeof url === 'string' ? url : url(left), headers, agent });
      latenciesMs.push(performance.now() - begun);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return { seconds: (performance.now() - started) / 1000, latenciesMs, statuses };
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface HttpRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly agent?: Agent;
  readonly method?: 'GET' | 'POST';
}

/** The server may close an idle connection while a request is sent through it; browsers then send the request again. */
export function send(given: HttpRequest): Promise<HttpAnswer> {
  const { url, headers, agent, method = 'GET' } = given;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(agent ? { agent } : {}) }, (response) => {
      const parts: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(given));
      else reject(error);
    });
    sent.end();
  });
}
