import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { leaveProcess } from '../../lib/leave-process.ts';
import { isPublicHttps, isPublicIp } from './public-address.ts';

export interface PublicRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Total limit in ms for name lookup, connecting, sending, waiting and reading. */
  readonly timeoutMs: number;
  /** A longer answer is read up to this limit, and `isCut` is true. */
  readonly maxBytes: number;
}

export interface PublicAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly isCut: boolean;
}

/** Sends requests to addresses that people enter, on the public internet only. */
export interface PublicFetch {
  /** Whether plain http and private networks are allowed, in tests and in the sandbox only. */
  readonly allowsPrivate: boolean;
  /** Checks the form of the address, and the IP address if it contains one. Resolves no name. */
  accepts(address: string): boolean;
  /** Follows no redirect. Rejects with an `UnreachableError` when there was no answer. */
  fetch(address: string, request: PublicRequest): Promise<PublicAnswer>;
}

/** The reason for which an address could not be reached, in words for people. It reveals nothing about our network. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

interface PublicFetchOptions {
  /** Whether plain http and addresses in private networks are accepted, in tests and in the sandbox only. */
  readonly allowsPrivate: boolean;
}

export function createPublicFetch(
  { allowsPrivate }: PublicFetchOptions,
  resolve: AddressResolver = lookup,
): PublicFetch {
  const accepts = (address: string): boolean =>
    allowsPrivate ? /^https?:$/.test(URL.parse(address)?.protocol ?? '') : isPublicHttps(address);
  return {
    allowsPrivate,
    accepts,
    async fetch(address, request) {
      leaveProcess('An address that people gave');
      // An address may have been stored while private addresses were allowed.
      if (!accepts(address)) throw new UnreachableError('The address is not a public https address');
      const signal = AbortSignal.timeout(request.timeoutMs);
      try {
        return await send(address, request, { signal, ...(allowsPrivate ? {} : { lookup: publicOnly(resolve) }) });
      } catch (cause) {
        throw new UnreachableError(signal.aborted ? 'There was no answer in time' : reasonOf(cause), { cause });
      }
    },
  };
}

function send(address: string, request: PublicRequest, options: RequestOptions): Promise<PublicAnswer> {
  const { method, headers = {}, body, maxBytes } = request;
  const start = address.startsWith('https:') ? httpsRequest : httpRequest;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    // Opens a new connection per request: a pooled connection could have been opened without the check of
    // `publicOnly`.
    const call = start(address, { ...options, method, headers: { ...headers, ...length }, agent: false });
    call.on('response', (response) => void read(response, maxBytes).then(resolve, reject));
    call.on('error', reject);
    // Without a listener Node closes the connection and reports no error.
    call.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('The other side answered with another protocol'));
    });
    call.end(body);
  });
}

async function read(response: IncomingMessage, maxBytes: number): Promise<PublicAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop destroys the response.
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  return { status: response.statusCode ?? 0, headers: response.headers, body, isCut: bytes > maxBytes };
}

/** The form of `dns.lookup` when it returns all addresses. */
export type AddressResolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

class NotPublicError extends Error {}

/**
 * Checks the resolved addresses at the moment of connecting, so that a name that resolves differently later gains
 * nothing. A name with several addresses is refused if any of them is private.
 */
export const publicOnly =
  (resolve: AddressResolver): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      const isPublic = addresses.every(({ address }) => isPublicIp(address));
      if (!first || !isPublic) return callback(new NotPublicError(`${hostname} is not a public address`), '');
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Nothing is known by this name',
  EAI_AGAIN: 'The name could not be looked up',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was broken off',
  EPIPE: 'The connection was broken off',
  EHOSTUNREACH: 'The address could not be reached',
  ENETUNREACH: 'The address could not be reached',
  ETIMEDOUT: 'There was no answer in time',
  EPROTO: 'The address does not speak https',
  HPE_INVALID_CONSTANT: 'The answer was not HTTP',
  CERT_HAS_EXPIRED: 'The certificate of the address is out of date',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the address is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the address is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the address cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another address',
};

function reasonOf(error: unknown): string {
  if (error instanceof NotPublicError) return 'The name does not lead to a public address';
  if (!(error instanceof Error)) return 'The address could not be reached';
  const code = 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_SSL')) return 'The address does not speak https';
  return reasons[code] ?? 'The address could not be reached';
}
