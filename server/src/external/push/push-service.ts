import { ECDH } from 'node:crypto';
import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import webPush from 'web-push';
import { leaveProcess } from '../../lib/outside.ts';
import { isPublicHttps } from '../http/public-address.ts';
import { publicOnly, type Resolve } from '../http/public-fetch.ts';

/** A browser's own push service and the keys to encrypt for that browser alone. */
export interface PushTarget {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushMessage {
  readonly payload: string;
  readonly isUrgent: boolean;
}

export interface PushService {
  /** What browsers subscribe with. */
  readonly publicKey: string;
  /** Whether messages may be sent there at all. */
  accepts(target: PushTarget): boolean;
  /** `gone`: the browser has unsubscribed and never comes back. Rejects when it is worth another try. */
  send(target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<'sent' | 'gone'>;
}

export interface PushConfig {
  readonly publicKey: string;
  readonly privateKey: string;
  /** Whom a push service may write to: mailto: or https:. */
  readonly subject: string;
  /** Tests and the sandbox: plain http and addresses of the own network are taken too. */
  readonly allowsPrivate: boolean;
}

const mostAnswerBytes = 16_384;
/** Whoever opens the computer in the morning is told of the night; older news is in the mail and on the dashboard. */
const keptSeconds = 24 * 3600;

export function createPushService({ allowsPrivate, ...vapid }: PushConfig, resolve: Resolve = lookup): PushService {
  const isReachable = (endpoint: string) => (allowsPrivate ? /^https?:\/\//.test(endpoint) : isPublicHttps(endpoint));
  return {
    publicKey: vapid.publicKey,
    accepts: ({ endpoint, keys }) => URL.canParse(endpoint) && isReachable(endpoint) && isPoint(keys.p256dh),
    async send(target, { payload, isUrgent }, signal) {
      leaveProcess('The push service');
      // Taken while private addresses were allowed.
      if (!isReachable(target.endpoint)) return 'gone';
      const { endpoint, headers, body } = webPush.generateRequestDetails(target, payload, {
        vapidDetails: vapid,
        TTL: keptSeconds,
        urgency: isUrgent ? 'high' : 'normal',
      });
      const options = { method: 'POST', headers: { ...headers }, signal };
      const status = await post(endpoint, allowsPrivate ? options : { ...options, lookup: publicOnly(resolve) }, body);
      if (status === 404 || status === 410) return 'gone';
      if (status < 200 || status > 299) throw new Error(`The push service answered ${status}`);
      return 'sent';
    },
  };
}

/** Of the curve that browsers' keys are on; for another nothing could be encrypted. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** Follows no redirect. Only the status of the answer counts. */
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

/** Reads a short answer to its end, so that its connection serves the next message. A long one loses the connection. */
function discard(response: IncomingMessage): void {
  let bytes = 0;
  // The deadline ends an answer that drips; its status is known by then.
  response.on('error', () => undefined);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostAnswerBytes) response.destroy();
  });
}
