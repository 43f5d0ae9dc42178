import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll } from 'vitest';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server that gives prepared answers and records its requests. */
interface AnsweringServer {
  readonly url: string;
  readonly asked: RecordedRequest[];
  respond(to: (asked: RecordedRequest) => Answer | null): void;
}

const empty: (asked: RecordedRequest) => Answer | null = () => ({});

export function answering(): AnsweringServer {
  const asked: RecordedRequest[] = [];
  let respond = empty;
  let url = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const question = { method, url: path, headers, body: Buffer.concat(chunks).toString('utf8') };
      asked.push(question);
      const answer = respond(question);
      // A prepared `null` breaks the connection.
      if (answer === null) return request.socket.destroy();
      const { status = 200, body = {} } = answer;
      response.writeHead(status, { 'content-type': 'application/json', ...answer.headers });
      return response.end(typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body));
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address && typeof address === 'object') url = `http://127.0.0.1:${address.port}`;
  });
  afterAll(() => void server.close());
  return {
    asked,
    get url() {
      return url;
    },
    respond: (to) => void (respond = to),
  };
}
