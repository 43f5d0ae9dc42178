import * as z from 'zod/mini';
import { waitUntil } from '../../scripts/processes/wait-until.ts';

const mailShape = z.object({
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.looseObject({ messageId: z.string() }),
  files: z.array(z.object({ name: z.string(), path: z.string() })),
});
type Mail = z.infer<typeof mailShape>;

/** Whether a mail tells of an alert about the product. The digest, which is due at 7 o'clock, names products too. */
export const isAlertAbout =
  ({ asin }: { readonly asin: string }) =>
  ({ subject, text }: Mail): boolean =>
    subject.startsWith('Alert: ') && text.includes(asin);

const ledgerShape = z.looseObject({ id: z.number(), kind: z.string(), type: z.string() });
type LedgerEntry = z.infer<typeof ledgerShape>;

export interface Sandbox {
  url: string;
  /** Triggers events at the marketplace, in the form of `POST /sandbox/events`. */
  event: (
    ...events: readonly { type: string; asin: string; marketplace: string; [more: string]: unknown }[]
  ) => Promise<void>;
  /** Triggers one event of this type for the product. */
  happen: (type: string, product: { asin: string; marketplace: string }, more?: object) => Promise<void>;
  /** Starts or stops random events. They are off when the sandbox starts. */
  life: (going: boolean) => Promise<void>;
  /** Sets a fault for the next `count` requests. */
  fault: (fault: { fault: string; count: number; [more: string]: unknown }) => Promise<void>;
  /** Ends all faults, also those that have affected fewer requests than their count. */
  endFaults: () => Promise<void>;
  /** Lets something happen at Amazon Advertising, in the form of `POST /sandbox/advertising`. */
  advertising: (event: { type: string; sellerId?: string }) => Promise<void>;
  /** All caught mails, newest first. */
  mail: () => Promise<Mail[]>;
  /** Waits for a mail to this address that matches, and returns the newest one. */
  waitForMail: (to: string, fits: (mail: Mail) => boolean) => Promise<Mail>;
  /** Returns the content of a file that is attached to a mail. */
  file: (path: string) => Promise<Uint8Array>;
  clearMail: () => Promise<void>;
  ledger: (after?: number) => Promise<LedgerEntry[]>;
  /** The sellers of the marketplace with their products. */
  world: () => Promise<unknown>;
}

const MAIL_WITHIN_MS = 120_000;

export function sandboxAt(url: string): Sandbox {
  const read = async (path: string): Promise<unknown> => (await expectOk(await fetch(`${url}${path}`))).json();
  const post = async (path: string, body: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    await expectOk(await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
  };
  const mail = async () => z.array(mailShape).parse(await read('/sandbox/mail'));
  return {
    url,
    mail,
    event: (...events) => post('/sandbox/events', events),
    happen: (type, { asin, marketplace }, more = {}) => post('/sandbox/events', { type, asin, marketplace, ...more }),
    life: (going) => post('/sandbox/life', { paused: !going }),
    advertising: (event) => post('/sandbox/advertising', event),
    fault: (fault) => post('/sandbox/faults', fault),
    endFaults: async () => void (await expectOk(await fetch(`${url}/sandbox/faults`, { method: 'DELETE' }))),
    file: async (path) => new Uint8Array(await (await expectOk(await fetch(`${url}${path}`))).arrayBuffer()),
    clearMail: async () => void (await expectOk(await fetch(`${url}/sandbox/mail`, { method: 'DELETE' }))),
    ledger: async (after = 0) => z.array(ledgerShape).parse(await read(`/sandbox/ledger?after=${after}`)),
    world: () => read('/sandbox/world'),
    async waitForMail(to, fits) {
      let found: Mail | undefined;
      await waitUntil(`such a mail to ${to}`, MAIL_WITHIN_MS, async () => {
        found = (await mail()).find((one) => one.to.includes(to) && fits(one));
        return found !== undefined;
      });
      return mailShape.parse(found);
    },
  };
}

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) {
    throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  }
  return response;
}
