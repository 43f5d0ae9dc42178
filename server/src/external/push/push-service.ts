import { ECDH } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { leaveProcess } from '../../lib/leave-process.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { isPublicHttps } from '../http/public-address.ts';
import { publicOnly, type AddressResolver } from '../http/public-fetch.ts';

/** The push service of a browser, and the keys with which messages for it are encrypted. */
export interface PushTarget {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushMessage {
  readonly payload: string;
  readonly isUrgent: boolean;
}

/** The push service is there, but does not take this message. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}

export interface PushService {
  /** The public VAPID key with which browsers subscribe. */
  readonly publicKey: string;
  /** Whether messages may be sent to this address. */
  accepts(target: PushTarget): boolean;
  /**
   * Resolves to `gone` when the browser has unsubscribed for good. Rejects when a retry may succeed, with `PushRefused`
   * if the service has refused the message.
   */
  send(target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<'sent' | 'gone'>;
}

interface PushConfig {
  readonly publicKey: string;
  readonly privateKey: string;
  /** The contact for the operators of push services, a `mailto:` or `https:` URL. */
  readonly subject: string;
  /** Whether plain http and addresses in private networks are accepted, in tests and in the sandbox only. */
  readonly allowsPrivate: boolean;
}

const webPushLibrary = onDemand(() => import('web-push'));

const mostAnswerBytes = 16_384;
/**
 * A notification expires after a night, so that it reaches a browser that is opened in the morning. Older news is in
 * the mail and on the dashboard.
 */
const keptSeconds = 24 * 3600;

export function createPushService(
  { allowsPrivate, ...vapid }: PushConfig,
  resolve: AddressResolver = lookup,
): PushService {
  const isReachable = (endpoint: string) => (allowsPrivate ? /^https?:\/\//.test(endpoint) : isPublicHttps(endpoint));
  return {
    publicKey: vapid.publicKey,
    accepts: ({ endpoint, keys }) => URL.canParse(endpoint) && isReachable(endpoint) && isPoint(keys.p256dh),
    async send(target, { payload, isUrgent }, signal) {
      leaveProcess('The push service');
      // The address may have been stored while private addresses were allowed.
      if (!isReachable(target.endpoint)) return 'gone';
      const { default: webPush } = await webPushLibrary();
      const { endpoint, headers, body } = webPush.generateRequestDetails(target, payload, {
        vapidDetails: vapid,
        TTL: keptSeconds,
        urgency: isUrgent ? 'high' : 'normal',
      });
      const options = { method: 'POST', headers: { ...headers }, signal };
      const status = await post(endpoint, allowsPrivate ? options : { ...options, lookup: publicOnly(resolve) }, body);
      if (status === 404 || status === 410) return 'gone';
      if (status >= 400 && status <= 499) throw new PushRefused(`The push service answered ${status}`);
      if (status < 200 || status > 299) throw new Error(`The push service answered ${status}`);
      return 'sent';
    },
  };
}

/** Whether the key is a point on P-256, the curve of browsers' keys; no message can be encrypted for another key. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Sends the message without following redirects. Only the status of the answer matters. */
function post(endpoint: string, options: RequestOptions, body: Buffer): Promise<number> {
  const request = endpoint.startsWith('http:') ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const call = request(endpoint, options, (response) => {
      resolve(response.statusCode ?? 0);
      discard(response);
    });
    call.on('error', (error) => {
      reject(options.signal?.aborted ? new Error('The push service did not answer in time', { cause: error }) : error);
    });
    call.end(body);
  });
}

/** Reads a short answer to its end, so that the connection can be reused. A long answer closes the connection. */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  // The deadline aborts an answer that trickles in, after the status has been returned.
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) response.destroy();
  });
}
