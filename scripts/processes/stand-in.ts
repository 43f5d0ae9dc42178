import { createSandbox } from '../../sandbox/src/app.ts';
import { testConfig } from '../../sandbox/src/config.ts';
import { outsideWorld } from '../../sandbox/src/environment.ts';

interface StandInOptions {
  speedup: number;
  /** Milliseconds by which the sandbox's clock is ahead of the computer's at the start. */
  clockAheadMs?: number;
  /** Folders of captured bodies. The sandbox answers the operations from which they were captured with these bodies. */
  replayFolders?: readonly string[];
}

export interface StandIn {
  url: string;
  /** Environment variables that point the product at the sandbox. */
  environment: Readonly<Record<string, string>>;
  /** Calls the sandbox's control API. Throws the answer if the call is refused. */
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;
  /** Consents as a seller on the consent page. Returns the code and the address for which it was issued. */
  consent: (seller: { region: string; sellingPartnerId: string }) => Promise<{ code: string; redirectUri: string }>;
  stop: () => Promise<void>;
}

const redirectUri = 'http://127.0.0.1:4000/api/identity/amazon/authorization/callback';

/**
 * Starts a sandbox on free ports, without random events. It runs in this process, because starting a separate process
 * takes longer than most tests, but the product reaches it over HTTP only.
 */
export async function startStandIn({
  speedup,
  clockAheadMs = 0,
  replayFolders = [],
}: StandInOptions): Promise<StandIn> {
  const sandbox = await createSandbox(testConfig({ speedup, clockAheadMs, replayFolders }));
  const { url } = sandbox;
  const environment = outsideWorld(sandbox);
  return {
    url,
    environment,
    control: (method, path, body) => control(`${url}${path}`, method, body),
    consent: (seller) => consent(environment, seller),
    stop: () => sandbox.close(),
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
