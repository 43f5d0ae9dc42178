import { startChild, type Child } from '../../../scripts/processes/children.ts';
import { sandboxCredentials } from '../../../sandbox/src/environment.ts';
import { arn } from '../cost/answers.ts';
import type { AnnouncedChange, MarketSize } from './sellers.ts';

export interface MarketCounts {
  /** Answered calls by operation. */
  readonly calls: Readonly<Record<string, number>>;
  /** Calls by operation that were refused because they exceeded the usage plan. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly mails: number;
  readonly webhooks: number;
  readonly waitingNotifications: number;
}

interface MarketAddresses {
  readonly smtp: string;
  readonly webhook: string;
  readonly queue: string;
}

/** The running marketplace. */
export interface Market {
  readonly pid: number;
  readonly addresses: MarketAddresses;
  /** Environment variables that point the product at this marketplace. */
  readonly environment: Readonly<Record<string, string>>;
  begin(size: MarketSize): Promise<void>;
  /** Begins the measured changes of offers, which come in addition to the changes of real pace. */
  measure(): Promise<void>;
  counts(): Promise<MarketCounts>;
  /** Returns the changes of offers that the marketplace has announced so far. */
  changes(): Promise<readonly AnnouncedChange[]>;
  stop: Child['stop'];
}

export async function startMarket(): Promise<Market> {
  const child = await startChild({ name: 'market', script: 'bench/lib/load/market.ts', environment: process.env });
  const { url } = child;
  const read = async <Found>(path: string): Promise<Found> => {
    const response = await fetch(`${url}${path}`);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Found;
  };
  const addresses = await read<MarketAddresses>('/bench/addresses');
  return {
    pid: child.pid,
    addresses,
    environment: environmentOf(url, addresses),
    async begin(size) {
      const headers = { 'content-type': 'application/json' };
      await fetch(`${url}/bench/begin`, { method: 'POST', headers, body: JSON.stringify(size) });
    },
    measure: async () => void (await fetch(`${url}/bench/measure`, { method: 'POST' })),
    counts: () => read('/bench/counts'),
    changes: () => read('/bench/changes'),
    stop: child.stop,
  };
}

const environmentOf = (url: string, { smtp, queue }: MarketAddresses): Record<string, string> => ({
  SMTP_URL: smtp,
  ALLOW_PRIVATE_ADDRESSES: 'yes',
  SP_API_URL_NA: `${url}/sp-api-na`,
  LWA_TOKEN_URL: `${url}/auth/o2/token`,
  LWA_CLIENT_ID: sandboxCredentials.clientId,
  LWA_CLIENT_SECRET: sandboxCredentials.clientSecret,
  SP_API_APPLICATION_ID: sandboxCredentials.applicationId,
  SP_API_NOTIFICATIONS_URL: `${url}/sqs`,
  SP_API_NOTIFICATIONS_QUEUE: queue,
  SP_API_NOTIFICATIONS_QUEUE_ARN: arn,
  AWS_REGION: sandboxCredentials.awsRegion,
  AWS_ACCESS_KEY_ID: sandboxCredentials.awsAccessKeyId,
  AWS_SECRET_ACCESS_KEY: sandboxCredentials.awsSecretAccessKey,
});
