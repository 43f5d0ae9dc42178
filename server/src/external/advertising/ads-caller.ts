import type { Region } from '@app/shared/base/marketplaces.ts';
import { secondMs } from '@app/shared/base/time.ts';
import type { Clock } from '../../lib/clock.ts';
import { malformedAnswer } from '../marketplace/answers/answer.ts';
import type { Transport } from '../marketplace/calls/transport.ts';
import { ExternalError, OutOfQuota } from '../marketplace/external-error.ts';
import type { AdsConfig } from './ads-config.ts';

/**
 * The time limit of one call with all its repetitions. An API that trickles holds up one slot of the worker for this
 * long.
 */
export const deadlineMs = 45_000;

/** The access to the advertising of one seller account. */
export interface AdsAccess {
  readonly region: Region;
  readonly accessToken: string;
}

interface AdsCall {
  readonly operation: string;
  readonly path: string;
  /** The profile whose data are requested; absent for calls about the authorisation itself. */
  readonly profileId?: string;
  /** With a body the call is a POST. */
  readonly body?: { readonly contentType: string; readonly content: unknown };
}

interface AdsAnswer {
  readonly status: number;
  readonly text: string;
}

/** Returns an answer with status 200, or with another status that `accepted` names. */
export type AdsCaller = (access: AdsAccess, call: AdsCall, accepted?: readonly number[]) => Promise<AdsAnswer>;

interface Ports {
  readonly config: AdsConfig;
  readonly transport: Transport;
  readonly clock: Pick<Clock, 'now'>;
}

export function createAdsCaller({ config, transport, clock }: Ports): AdsCaller {
  return async ({ region, accessToken }, call, accepted = []) => {
    const apiUrl = config.addresses[region]?.apiUrl;
    if (apiUrl === undefined) {
      throw new ExternalError(call.operation, `no address is set for region ${region}`, { isPermanent: true });
    }
    const init = { ...initOf(call, accessToken, config.clientId), signal: AbortSignal.timeout(deadlineMs) };
    const response = await transport.send(call.operation, `${apiUrl}${call.path}`, init);
    const { status } = response;
    if (status === 200 || accepted.includes(status)) return { status, text: await response.text() };
    throw await failureOf(response, call, clock);
  };
}

function initOf({ profileId, body }: AdsCall, accessToken: string, clientId: string): RequestInit {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'amazon-advertising-api-clientid': clientId,
    ...(profileId !== undefined && { 'amazon-advertising-api-scope': profileId }),
    accept: '*/*',
  };
  if (!body) return { headers };
  const { contentType, content } = body;
  return { method: 'POST', headers: { ...headers, 'content-type': contentType }, body: JSON.stringify(content) };
}

export function jsonOf(operation: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformedAnswer(operation, 'not JSON', cause);
  }
}

/** The length limit of a reason, which is logged and stored. */
const mostCharacters = 300;

async function failureOf(response: Response, call: AdsCall, clock: Pick<Clock, 'now'>): Promise<ExternalError> {
  const { operation } = call;
  const { status } = response;
  if (status === 429) return new OutOfQuota(operation, retryAt(response, clock.now()));
  const said = (await response.text()).replaceAll(/\s+/g, ' ').slice(0, mostCharacters);
  const reason = `status ${status}${said && ` (${said})`}`;
  const isPermanent = status >= 400 && status < 500 && status !== 408;
  return new ExternalError(operation, reason, { isPermanent, status });
}

const usualWaitSeconds = 60;
const mostWaitSeconds = 3600;

/** Amazon names the wait in seconds. Another form, or none, is read as a minute. */
function retryAt(response: Response, now: Date): Date {
  const text = response.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Math.min(Number(text), mostWaitSeconds) : usualWaitSeconds;
  return new Date(now.getTime() + Math.max(1, seconds) * secondMs);
}
