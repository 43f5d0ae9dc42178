import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync, gzipSync } from 'node:zlib';
import { listColumns, listParts, withoutColumns, withoutParts, type Gap } from './parts.ts';

interface DoubtingProxy {
  readonly url: string;
  /** Every part that the answers have had, each with the operation before it. */
  readonly parts: readonly string[];
  /** The service whose answers the proxy passes on. */
  passOnFrom(service: string): void;
  /** Leaves these parts out of all answers from now on. */
  leaveOut(parts: readonly string[], gap: Gap): void;
  close(): Promise<void>;
}

/** A proxy in front of the marketplace and the provider of pages that takes parts out of their answers. */
export async function openDoubtingProxy(): Promise<DoubtingProxy> {
  const seen = new Map<string, Set<string>>();
  let service = '';
  let out: { readonly byOperation: ReadonlyMap<string, ReadonlySet<string>>; readonly gap: Gap } = {
    byOperation: new Map(),
    gap: 'absent',
  };

  function doubt(operation: string, text: string): string {
    const isJson = /^\s*[[{]/.test(text);
    const answer: unknown = isJson ? JSON.parse(text) : text;
    const parts = seen.get(operation) ?? new Set();
    seen.set(operation, parts);
    for (const part of isJson ? listParts(answer) : listColumns(text)) parts.add(part);
    const lost = out.byOperation.get(operation);
    if (!lost) return text;
    const loss = { parts: lost, gap: out.gap };
    return isJson ? JSON.stringify(withoutParts(answer, loss)) : withoutColumns(text, loss);
  }

  const server = createServer((request, response) => void passOn(request, response));
  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await readAll(request);
      const { host: _ofProxy, connection: _hop, 'content-length': _length, ...headers } = request.headers;
      const answer = await fetch(`${service}${request.url ?? '/'}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      response.statusCode = answer.status;
      for (const [name, value] of answer.headers) if (!perHop.has(name)) response.setHeader(name, value);
      response.end(answer.ok ? inBytes(bytes, (text) => doubt(operationOf(request), toProxy(text))) : bytes);
    } catch {
      response.destroy();
    }
  }
  const toProxy = (text: string): string => text.replaceAll(service, url);

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url,
    get parts() {
      return [...seen].flatMap(([operation, parts]) => [...parts].map((part) => `${operation} ${part}`)).toSorted();
    },
    passOnFrom: (url_) => void (service = url_),
    leaveOut(parts, gap) {
      const named = parts.map((part) => part.split(/ (?=\/)/) as [string, string]);
      const byOperation = Map.groupBy(named, ([operation]) => operation);
      out = {
        byOperation: new Map([...byOperation].map(([name, list]) => [name, new Set(list.map(([, part]) => part))])),
        gap,
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const perHop = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive']);

async function readAll(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Reports are in any charset, whose bytes latin1 preserves; JSON is in UTF-8, which may also be treated as bytes. */
function inBytes(bytes: Buffer, change: (text: string) => string): Buffer {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const changed = Buffer.from(change((isPacked ? gunzipSync(bytes) : bytes).toString('latin1')), 'latin1');
  return isPacked ? gzipSync(changed) : changed;
}

/** The name of an operation: its method and path without ids, and its type for the provider of pages. */
function operationOf({ method, url }: IncomingMessage): string {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://proxy');
  const path = pathname.split('/').map((segment) => (isId(segment) ? 'id' : segment));
  return [method, path.filter(Boolean).join('.'), searchParams.get('type')].filter(Boolean).join(':');
}
const isId = (segment: string): boolean =>
  !/^\d{4}-\d\d-\d\d$/.test(segment) && /\d{4,}|^[A-Z0-9]{10,}$|^amzn1\./.test(segment);
