import { Client } from 'pg';
import { notificationsQueue, sandboxCredentials } from '../../../../sandbox/src/environment.ts';
import type { HttpFault } from './http-proxy.ts';
import type { OutageHouse } from './outage-house.ts';

/** One way in which a service outside of the product fails. */
export interface Outage {
  readonly name: string;
  /** The parts that must keep their pace during the outage: answers of the API, and alerts from event to flip. */
  readonly unaffected: readonly ('api' | 'alerts')[];
  /** The longest time from the end of the outage until everything that happened during the outage is done. */
  readonly healsWithinMs: number;
  /** The time by which the marketplace's clock is ahead of ours. Such an outage runs in a product of its own. */
  readonly clockAheadMs?: number;
  begin(house: OutageHouse): Promise<void>;
  end(house: OutageHouse): Promise<void>;
}

const usualMs = 10_000;
const failoverMs = 25_000;

const service = (name: string, prefix: string, fault: HttpFault): Outage => ({
  name,
  unaffected: prefix.startsWith('/sp-api') || prefix === '/sqs' ? ['api'] : ['api', 'alerts'],
  healsWithinMs: usualMs,
  begin: async ({ services }) => services.spoil(prefix, fault),
  end: async ({ services }) => services.restore(),
});

type MailFault = 'fallSilent' | 'refuse' | 'drip';

const mail = (name: string, fault: MailFault): Outage => ({
  name,
  unaffected: ['api', 'alerts'],
  healsWithinMs: usualMs,
  begin: async ({ mail: proxy }) => {
    proxy.reset();
    proxy[fault]();
  },
  end: async ({ mail: proxy }) => {
    proxy.restore();
    proxy.reset();
  },
});

const stopped: Outage = {
  name: 'PostgreSQL is stopped and started again',
  unaffected: [],
  healsWithinMs: usualMs,
  begin: ({ database }) => database.stop(),
  end: ({ database }) => database.start(),
};

const frozen: Outage = {
  name: 'PostgreSQL is frozen (SIGSTOP) and goes on',
  unaffected: [],
  healsWithinMs: usualMs,
  begin: ({ database }) => database.signal('SIGSTOP'),
  end: ({ database }) => database.signal('SIGCONT'),
};

/** The open connections carry no data any more, not even their end; new connections reach the server. */
const failover: Outage = {
  name: 'PostgreSQL fails over without FIN',
  unaffected: [],
  healsWithinMs: failoverMs,
  begin: async ({ database }) => database.proxy.fallSilent(),
  end: async ({ database }) => database.proxy.restore(),
};

const crowded = ((): Outage => {
  let guests: Client[] = [];
  return {
    name: 'PostgreSQL is out of connections',
    unaffected: [],
    healsWithinMs: usualMs,
    async begin({ database, superuserUrl }) {
      database.proxy.reset();
      for (let isFull = false; !isFull;) {
        const guest = new Client({ connectionString: superuserUrl() });
        guest.on('error', () => undefined);
        isFull = await guest.connect().then(
          () => false,
          () => true,
        );
        if (!isFull) guests.push(guest);
      }
    },
    async end() {
      await Promise.all(guests.map((guest) => guest.end()));
      guests = [];
    },
  };
})();

/**
 * A trigger refuses every write to the product's tables with the error code of a full disk, because filling a real disk
 * would need special rights.
 */
const diskFull: Outage = {
  name: 'The disk of PostgreSQL is full (a trigger answers 53100)',
  unaffected: [],
  healsWithinMs: usualMs,
  async begin({ database: { superuser } }) {
    await superuser.query(acceptWrites);
    const { rows } = await superuser.query<{ name: string }>(tables);
    // Each table gets its trigger in its own transaction, because one transaction for all tables would deadlock with
    // the product.
    for (const { name } of rows) {
      await superuser.query(
        `create trigger disk_is_full before insert or update on ${name}
           for each statement execute function disk_is_full()`,
      );
    }
    await superuser.query(refuseWrites);
  },
  end: async ({ database }) => void (await database.superuser.query(acceptWrites)),
};

const tables = `
  select c.oid::regclass::text as name
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
const functionThat = (does: string): string =>
  `create or replace function disk_is_full() returns trigger language plpgsql as $$ begin ${does}; end $$`;
const refuseWrites = functionThat(
  "raise exception 'could not extend file: No space left on device' using errcode = '53100'",
);
const acceptWrites = functionThat('return null');

/** The queue holds messages that are not JSON, have no payload or are no notifications, among good notifications. */
const poisoned: Outage = {
  name: 'The queue holds poison',
  unaffected: ['api', 'alerts'],
  healsWithinMs: usualMs,
  async begin({ sandboxUrl }) {
    for (const body of [
      'not JSON',
      '{}',
      '[[[[',
      JSON.stringify({ notificationType: 'ANY_OFFER_CHANGED' }),
      '\u0001',
    ]) {
      for (let copy = 0; copy < 20; copy += 1) await sendMessage(sandboxUrl, body);
    }
  },
  end: async () => undefined,
};

async function sendMessage(url: string, body: string): Promise<void> {
  const response = await fetch(`${url}/sqs`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AmazonSQS.SendMessage',
      authorization: `AWS4-HMAC-SHA256 Credential=${sandboxCredentials.awsAccessKeyId}/`,
    },
    body: JSON.stringify({ QueueUrl: notificationsQueue.name, MessageBody: body }),
  });
  if (!response.ok) throw new Error(`The queue answered ${response.status}`);
}

/** This outage must run last on its sandbox, because the clock of the sandbox cannot be set back. */
const clockAhead: Outage = {
  name: "The marketplace's clock is 10 minutes ahead",
  unaffected: ['api', 'alerts'],
  healsWithinMs: usualMs,
  async begin({ sandboxUrl }) {
    await fetch(`${sandboxUrl}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMinutes: 10 }),
    });
  },
  end: async () => undefined,
};

const clockBehind: Outage = {
  name: "The marketplace's clock is 10 minutes behind",
  unaffected: ['api', 'alerts'],
  healsWithinMs: usualMs,
  clockAheadMs: -600_000,
  begin: async () => undefined,
  end: async () => undefined,
};

export const outages: readonly Outage[] = [
  stopped,
  frozen,
  failover,
  crowded,
  diskFull,
  mail('The mail server is silent', 'fallSilent'),
  mail('The mail server refuses', 'refuse'),
  mail('The mail server drips', 'drip'),
  service('The marketplace answers 403 to everything', '/sp-api', 403),
  service('The marketplace answers 500 to everything', '/sp-api', 500),
  service('The marketplace is silent', '/sp-api', 'silent'),
  service('The marketplace answers malformed bodies', '/sp-api', 'malformed'),
  service('Login with Amazon is silent', '/auth', 'silent'),
  service('The queue is silent', '/sqs', 'silent'),
  poisoned,
  service('A webhook drips', '/hooks', 'drip'),
  service('A push service drips', '/push', 'drip'),
  service('A push service is silent', '/push', 'silent'),
  service('The page provider answers empty bodies', '/rainforest', 'empty'),
  clockAhead,
  clockBehind,
];
