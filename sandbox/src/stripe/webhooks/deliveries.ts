import type { Account } from '../account.ts';
import type { StripeEvent, WebhookEndpoint } from '../objects/event.ts';
import { signatureOf } from './signature.ts';
import type { WebhookFault } from './webhook-faults.ts';

interface DeliveryDeps {
  readonly account: Account;
  /** The machine's clock, because receivers compare the time of the signature with their own clock. */
  readonly clock: { now(): Date };
  /** The delay before the first retry in milliseconds. */
  readonly firstRetryMs: number;
}

interface DeliveryRecord {
  readonly event: string;
  readonly type: string;
  readonly url: string;
  readonly isForged: boolean;
  /** The status of the receiver's answer, or null if there was no answer. */
  readonly status: number | null;
}

export interface Deliveries {
  readonly records: readonly DeliveryRecord[];
  add(fault: WebhookFault): void;
  clear(): void;
  /** Sends an event again, as the Dashboard can. */
  resend(event: StripeEvent): void;
  close(): void;
}

interface Delivery {
  readonly event: StripeEvent;
  readonly endpoint: WebhookEndpoint;
  readonly attempt: number;
  readonly isForged: boolean;
}

const mostAttempts = 8;
const answerMs = 10_000;
/** The oldest records are dropped beyond this number, so that a long-running demo does not fill the memory. */
const recordsKept = 1000;

const first = (event: StripeEvent, endpoint: WebhookEndpoint): Delivery => ({
  event,
  endpoint,
  attempt: 1,
  isForged: false,
});

/** Sends every event to the webhook endpoints, and retries deliveries that are not acknowledged. */
export function createDeliveries({ account, clock, firstRetryMs }: DeliveryDeps): Deliveries {
  const timers = new Set<NodeJS.Timeout>();
  const stop = new AbortController();
  let records: readonly DeliveryRecord[] = [];
  let faults: readonly WebhookFault[] = [];
  let held: readonly Delivery[] = [];

  const later = (delivery: Delivery, delayMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void send(delivery);
    }, delayMs);
    timers.add(timer);
  };

  async function send(delivery: Delivery): Promise<void> {
    const { event, endpoint, attempt, isForged } = delivery;
    const status = await post(delivery);
    if (stop.signal.aborted) return;
    records = [...records, { event: event.id, type: event.type, url: endpoint.url, isForged, status }].slice(
      -recordsKept,
    );
    if (isForged) return;
    if (status !== null && status >= 200 && status < 300) event.pending_webhooks = 0;
    else if (attempt < mostAttempts) later({ ...delivery, attempt: attempt + 1 }, firstRetryMs * 2 ** (attempt - 1));
  }

  async function post({ event, endpoint, isForged }: Delivery): Promise<number | null> {
    const body = JSON.stringify(event, null, 2);
    const secret = isForged ? 'whsec_of_somebody_else' : endpoint.secret;
    const signature = signatureOf(body, secret, Math.floor(clock.now().getTime() / 1000));
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
      'user-agent': 'Stripe/1.0',
    };
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(answerMs)]);
    try {
      const response = await fetch(endpoint.url, { method: 'POST', body, headers, signal, redirect: 'manual' });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  function takeFault(type: string): WebhookFault | undefined {
    const fault = faults.find(({ event }) => event === undefined || event === type);
    if (!fault) return undefined;
    const left = fault.count === 1 ? [] : [{ ...fault, count: fault.count - 1 }];
    faults = faults.flatMap((known) => (known === fault ? left : [known]));
    return fault;
  }

  function hold(delivery: Delivery, { count }: WebhookFault): void {
    held = [...held, delivery];
    if (count > 1) return;
    held.toReversed().forEach((known, place) => later(known, place * 50));
    held = [];
  }

  function dispatch(delivery: Delivery): void {
    const fault = takeFault(delivery.event.type);
    if (fault?.fault === 'lost') return;
    if (fault?.fault === 'shuffled') {
      hold(delivery, fault);
      return;
    }
    if (fault?.fault === 'forged') later({ ...delivery, isForged: true }, 0);
    later(delivery, fault?.fault === 'late' ? fault.delayMs : 0);
    if (fault?.fault === 'doubled') later(delivery, 0);
  }

  const targets = (event: StripeEvent) =>
    account.webhookEndpoints.newestFirst(
      ({ status, enabled_events }) =>
        status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(event.type)),
    );

  account.onEvent((event) => targets(event).forEach((endpoint) => dispatch(first(event, endpoint))));

  return {
    get records() {
      return records;
    },
    add(fault) {
      faults = [...faults, fault];
    },
    clear() {
      faults = [];
      held.forEach((delivery) => later(delivery, 0));
      held = [];
    },
    resend: (event) => targets(event).forEach((endpoint) => later(first(event, endpoint), 0)),
    close() {
      stop.abort();
      timers.forEach((timer) => clearTimeout(timer));
    },
  };
}
