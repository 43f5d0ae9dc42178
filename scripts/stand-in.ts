import { outsideWorld } from '../sandbox/src/environment.ts';
import { freePort } from './ports.ts';
import { startChild } from './children.ts';

export interface StandInOptions {
  speedup: number;
  /** By how much its clock is ahead of the computer's at first. */
  clockAheadMs?: number;
  /** Folders of bodies that matching operations answer with. */
  replayFolders?: readonly string[];
}

export interface StandIn {
  url: string;
  /** What points the product at it. */
  environment: Readonly<Record<string, string>>;
  /** Asks its control API; throws its answer when it refuses. */
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;
  /** Goes through the consent page as a seller would; answers the code and the address that it was given for. */
  consent: (seller: { region: string; sellingPartnerId: string }) => Promise<{ code: string; redirectUri: string }>;
  stop: () => Promise<void>;
}

const redirectUri = 'http://127.0.0.1:4000/api/identity/amazon/authorization/callback';

/** A sandbox of one's own in a process of its own, on free ports, where nothing happens by itself. */
export async function startStandIn({
  speedup,
  clockAheadMs = 0,
  replayFolders = [],
}: StandInOptions): Promise<StandIn> {
  const smtpPort = await freePort();
  const child = await startChild({
    name: 'sandbox',
    script: 'sandbox/src/main.ts',
    environment: {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_LIFE: 'off',
      SANDBOX_REPLAY: replayFolders.join(','),
      SANDBOX_CLOCK_AHEAD_MS: String(clockAheadMs),
      CHECK_SPEEDUP: String(speedup),
    },
  });
  const { url } = child;
  const environment = outsideWorld({ url, smtpPort });
  return {
    url,
    environment,
    control: (method, path, body) => control(`${url}${path}`, method, body),
    consent: (seller) => consent(environment, seller),
    stop: child.stop,
  };
}

async function control(url: string, method: string, body: unknown): Promise<unknown> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(url, { method, ...json });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  }
  return text === '' ? null : JSON.parse(text);
}

async function consent(
  environment: Readonly<Record<string, string>>,
  { region, sellingPartnerId }: { region: string; sellingPartnerId: string },
): Promise<{ code: string; redirectUri: string }> {
  const form = {
    application_id: environment['SP_API_APPLICATION_ID'] ?? '',
    state: 'state',
    redirect_uri: redirectUri,
    selling_partner_id: sellingPartnerId,
    decision: 'confirm',
  };
  const page = `${environment[`SELLER_CENTRAL_URL_${region}`]}/apps/authorize/consent`;
  const response = await fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  const code = new URL(response.headers.get('location') ?? '').searchParams.get('spapi_oauth_code');
  if (code === null) {
    throw new Error(`The consent page answered ${response.status}`);
  }
  return { code, redirectUri };
}
