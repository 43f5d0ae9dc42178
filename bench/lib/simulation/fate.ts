import type { KyselyPlugin } from 'kysely';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { withPlugin, type Db, type Executor } from '../../../server/src/lib/db/db.ts';
import { DatabaseUnavailable } from '../../../server/src/lib/db/unavailable.ts';
import { ProcessDeath } from '../../../server/testing/database/mortal-db.ts';
import type { VirtualClock } from './virtual-clock.ts';
import type { Weather } from './weather.ts';

/** The probability of each fault at one wait of the product. */
const chances = { death: 0.0006, cut: 0.0004, cutInStorm: 0.25, badAnswer: 0.004, badMail: 0.01 };
const silentMs = 15_000;
const lateMs = 9_000;

/**
 * Decides at every wait of the product what happens there: nothing, an outage of the awaited service, or the death of
 * the process.
 */
export interface Fate {
  readonly deaths: number;
  /** Called at each wait for the database. Throws if the process dies there or the connection is cut. */
  waitForDatabase(): void;
  /** Called for each request to an outside service. Answers with `ask`, or as a broken service does. */
  call(ask: () => Promise<Response>): Promise<Response>;
  /** Called for each request to the notification queue. Throws if the process dies there. */
  waitForQueue(): void;
  /**
   * Called for each mail that is sent. `take` delivers the mail; throws if the mail server refuses it or the process
   * dies.
   */
  mail(take: () => void): void;
  isDead(): boolean;
  /** Called when a new process has replaced the dead one. */
  revive(): void;
  /** Whether faults are switched off, as they are while the tenant is set up. */
  isCalm: boolean;
}

interface FateOptions {
  readonly seed: string;
  readonly clock: VirtualClock;
  readonly weather: Weather;
}

export function createFate({ seed, clock, weather }: FateOptions): Fate {
  const random = createRandom(`${seed}:fate`);
  let isDead = false;
  let deaths = 0;
  const isOn = (storm: Parameters<Weather['isOn']>[0]): boolean => weather.isOn(storm, clock.now().getTime());
  const die = (): never => {
    if (!isDead) deaths += 1;
    isDead = true;
    throw new ProcessDeath();
  };
  const meetDeath = (): void => {
    if (isDead) throw new ProcessDeath();
    if (!fate.isCalm && random.chance(chances.death)) die();
  };
  const pickFault = (): Fault | null => {
    const isCaught = random.chance(chances.badAnswer);
    const isOfStorm = random.chance(0.9);
    const picked = random.pick(faults);
    if (fate.isCalm) return null;
    const stormy = isOfStorm ? faults.find((fault) => isOn(`market ${fault}`)) : undefined;
    return stormy ?? (isCaught ? picked : null);
  };
  const fate = {
    isCalm: true,
    get deaths() {
      return deaths;
    },
    waitForDatabase() {
      meetDeath();
      const chance = isOn('database cut') ? chances.cutInStorm : chances.cut;
      if (random.chance(chance) && !fate.isCalm) throw new DatabaseUnavailable(new Error('The connection was cut'));
    },
    async call(ask: () => Promise<Response>) {
      meetDeath();
      const fault = pickFault();
      if (fault === null) {
        const answer = await ask();
        // The process may also die after the other side has acted and before it receives the answer.
        meetDeath();
        return answer;
      }
      return breakCall(fault, { ask, clock });
    },
    waitForQueue: meetDeath,
    mail(take: () => void) {
      meetDeath();
      const isCaught = random.chance(chances.badMail) && !fate.isCalm;
      const isTakenFirst = random.chance(0.3);
      if (isOn('mail refuses')) throw new Error('421 The server is not available');
      if (isOn('mail silent')) clock.moveTo(clock.now().getTime() + silentMs);
      if (isOn('mail silent')) throw new Error('There was no answer in time');
      if (isCaught && !isTakenFirst) throw new Error('451 Try again later');
      take();
      meetDeath();
    },
    isDead: () => isDead,
    revive: () => {
      isDead = false;
    },
  };
  return fate;
}

const faults = ['refuses', 'silent', 'fails', 'throttles', 'garbled', 'late'] as const;
type Fault = (typeof faults)[number];

interface BrokenCall {
  readonly ask: () => Promise<Response>;
  readonly clock: VirtualClock;
}

async function breakCall(fault: Fault, { ask, clock }: BrokenCall): Promise<Response> {
  const pass = (ms: number): void => clock.moveTo(clock.now().getTime() + ms);
  if (fault === 'refuses') throw new TypeError('fetch failed');
  if (fault === 'silent') {
    pass(silentMs);
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  }
  if (fault === 'fails') return refusal(503, 'ServiceUnavailable');
  if (fault === 'throttles') return refusal(429, 'QuotaExceeded');
  const answer = await ask();
  if (fault === 'late') {
    pass(lateMs);
    return answer;
  }
  const text = await answer.text();
  return new Response(text.slice(0, Math.floor(text.length / 2)), { status: answer.status, headers: answer.headers });
}

const refusal = (status: number, code: string): Response =>
  Response.json({ errors: [{ code, message: 'Injected by the simulation' }] }, { status });

/**
 * Returns the database of a process with this fate: each statement is a wait at which a fault may happen. Statements that
 * travel together are one wait, as is their answer.
 */
export function fatedDb(living: Db, fate: Fate): Db {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      fate.waitForDatabase();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const fated = (executor: Executor): Executor => withPlugin(executor, plugin);
  const within =
    (run: Db['tenant']): Db['tenant'] =>
    async (tenantId, work) => {
      fate.waitForDatabase();
      const result = await run(tenantId, async (tx) => {
        const worked = await work(fated(tx));
        // This is the last wait before the commit.
        fate.waitForDatabase();
        return worked;
      });
      // After the commit, the process may still die before it learns that the commit succeeded.
      fate.waitForDatabase();
      return result;
    };
  return {
    ...living,
    global: fated(living.global),
    tenant: within(living.tenant),
    snapshot: within(living.snapshot),
    async atOnce(...given) {
      fate.waitForDatabase();
      const rows = await living.atOnce(...given);
      fate.waitForDatabase();
      return rows;
    },
  };
}
