import * as z from 'zod/mini';
import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import type { Browser } from '../http/browser.ts';
import { exampleOf, takesIds, type Example } from '../http/endpoints.ts';
import type { PopulatedTenant } from '../database/populate.ts';
import { rowChecksums, tableChecksums, type Checksums } from '../database/tables.ts';
import { firstDifference, textOf } from './answer-text.ts';
import {
  beginsSession,
  callable,
  idLeaves,
  pick,
  slowNames,
  withForeignIds,
  type Chance,
  type GeneratedCall,
} from './generated-calls.ts';
import type { House, Login } from './house.ts';
import type { PlantedTenant } from './planted-rows.ts';

/** Two servers with the same data, except that one lacks everything that the callers may not see. */
export interface Twins {
  readonly real: House;
  readonly without: House;
}

type Role = 'owner' | 'user' | 'nobody';

interface Caller {
  readonly title: string;
  readonly role: Role;
  readonly own: PopulatedTenant;
  readonly foreign: readonly [PopulatedTenant, ...PopulatedTenant[]];
  readonly secrets: readonly string[];
  readonly real: Browser;
  readonly without: Browser;
  /**
   * Whether the caller's own calls may change its data. The answers of the other callers must not depend on it then.
   */
  readonly mayWrite: boolean;
}

interface MatrixCaller extends Caller {
  readonly twins: Twins;
}
/** More ids than any call generates. */
const idsPerCall = 1000;

export interface Finding {
  readonly caller: string;
  readonly name: string;
  readonly what: string;
}

interface Tally {
  calls: number;
  /** Calls whose rightful owner gets a success. */
  counted: number;
  /** Number of answers by status. */
  readonly statuses: Map<number, number>;
}

export interface Outcome {
  readonly tallies: Map<string, Tally>;
  readonly findings: Finding[];
}

interface MatrixOptions {
  readonly a: PlantedTenant;
  readonly b: PlantedTenant;
  /** The servers that users of tenant `b` call; `without` has no data of tenant `a`. */
  readonly apart: Twins;
  /** The servers that the user of tenant `a` calls; `without` lacks the seller account hidden from this user. */
  readonly within: Twins;
  readonly isProven: (name: string, of: PopulatedTenant) => boolean;
  readonly chance: Chance;
  /** Number of rounds, in each of which every caller makes every call with ids. */
  readonly rounds: number;
  readonly blockRounds: number;
  /** Stops at the first finding, which is enough for a planted leak. */
  readonly untilFound?: boolean;
}

export async function runMatrix(options: MatrixOptions): Promise<Outcome> {
  const run = new Run(options);
  for (let done = 0; done < options.rounds; done += options.blockRounds) {
    await run.block(Math.min(options.blockRounds, options.rounds - done), done === 0);
    if (options.untilFound && run.outcome.findings.length > 0) break;
  }
  return run.outcome;
}

class Run {
  readonly outcome: Outcome = { tallies: new Map(), findings: [] };
  readonly #options: MatrixOptions;
  readonly #callers: readonly MatrixCaller[];
  #count = 0;

  constructor(options: MatrixOptions) {
    this.#options = options;
    this.#callers = callersOf(options);
  }

  /**
   * Runs calls with foreign ids, which must not change any table, and then the callers' own calls, which must not change
   * a row of the other tenant.
   */
  async block(rounds: number, withSlow: boolean): Promise<void> {
    const { a, apart, within } = this.#options;
    const houses = [apart.real, apart.without, within.real, within.without];
    for (const house of houses) await forgetAttempts(house);
    const before = await Promise.all([apart.real, within.real].map(checksumsOf));
    for (let round = 0; round < rounds; round += 1) {
      for (const caller of this.#callers) await this.#foreignCalls(caller);
    }
    const after = await Promise.all([apart.real, within.real].map(checksumsOf));
    const byForeign = 'rows changed by calls with foreign ids';
    for (const [index, sums] of after.entries()) this.#compareTables(before[index] ?? {}, sums, byForeign);
    for (const house of houses) await forgetAttempts(house);
    const rows = await rowsOf(apart.real, a.tenantId);
    for (const caller of this.#callers) await this.#ownCalls(caller, withSlow);
    this.#compareTables(rows, await rowsOf(apart.real, a.tenantId), 'rows changed by calls of another tenant');
  }

  async #foreignCalls(caller: MatrixCaller): Promise<void> {
    for (const { name, endpoint } of callable) {
      const foreign = pick(caller.foreign, this.#options.chance);
      if (idLeaves(name, caller.own, foreign).length === 0 || slowNames.includes(name)) continue;
      const input = withForeignIds(name, { own: caller.own, foreign }, this.#options.chance);
      await this.#ask(caller, { name, endpoint, input, of: foreign }, true);
      if (this.#isDone()) return;
    }
  }

  async #ownCalls(caller: MatrixCaller, withSlow: boolean): Promise<void> {
    for (const { name, endpoint } of callable) {
      if (endpoint.method !== 'GET' && !caller.mayWrite) continue;
      if (slowNames.includes(name) && !withSlow) continue;
      // A call that changes data by id could take away what the next block needs; `proveCalls` has shown that it works.
      if (takesIds.some((one) => one === name) && endpoint.method !== 'GET') continue;
      for (const input of ownInputs(endpoint, exampleOf(name, caller.own))) {
        await this.#ask(caller, { name, endpoint, input, of: caller.own }, false);
      }
      if (this.#isDone()) return;
    }
  }

  #isDone(): boolean {
    return this.#options.untilFound === true && this.outcome.findings.length > 0;
  }

  async #ask(caller: MatrixCaller, call: GeneratedCall, isForeign: boolean): Promise<void> {
    this.#count += 1;
    const { name, endpoint, input } = call;
    for (const house of [caller.twins.real, caller.twins.without]) house.numberFrom(this.#count * idsPerCall);
    const { twins } = caller;
    const asking = beginsSession(name)
      ? [twins.real.browser(), twins.without.browser()]
      : [caller.real, caller.without];
    const [real, without] = await Promise.all(asking.map((browser) => browser.send(endpoint, input)));
    if (!real || !without) return;
    this.#tally(caller, call, real.statusCode);
    const addFinding = (what: string) =>
      this.outcome.findings.push({
        caller: caller.title,
        name,
        what: `${what}; asked ${JSON.stringify(input).slice(0, 200)}`,
      });
    if (real.statusCode >= 500) addFinding(`fails: ${real.body.slice(0, 200)}`);
    const [told, toldWithout] = [await textOf(real), await textOf(without)];
    if (told !== toldWithout) addFinding(`answers differ: ${firstDifference(told, toldWithout)}`);
    const said = saidIn(JSON.stringify(input), told);
    const secret = caller.secrets.find((one) => said.includes(one));
    if (secret !== undefined) addFinding(`tells ${secret}`);
    const wanted = isForeign ? wantedStatuses(caller, call) : null;
    if (wanted !== null && ![...wanted, 429].includes(real.statusCode)) {
      addFinding(`answers ${real.statusCode} instead of ${wanted.join(' or ')}`);
    }
  }

  #tally({ title }: Caller, { name, of }: GeneratedCall, status: number): void {
    const tally = this.outcome.tallies.get(title) ?? { calls: 0, counted: 0, statuses: new Map() };
    this.outcome.tallies.set(title, tally);
    tally.calls += 1;
    if (status !== 429 && this.#options.isProven(name, of)) tally.counted += 1;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  }

  #compareTables(before: Checksums, after: Checksums, what: string): void {
    for (const table of Object.keys(after)) {
      if (before[table] === after[table] || table === 'login_attempts') continue;
      this.outcome.findings.push({ caller: 'somebody', name: table, what });
    }
  }
}

function callersOf({ a, b, apart, within }: MatrixOptions): readonly MatrixCaller[] {
  const all = [...a.known, a.hidden] as const;
  const ofB = { own: b.known[0], foreign: all, secrets: a.secrets, mayWrite: true } as const;
  return [
    { title: 'owner of another tenant', role: 'owner', ...ofB, ...browsers(apart, b.owner) },
    { title: 'user of another tenant', role: 'user', ...ofB, ...browsers(apart, b.user) },
    { title: 'nobody', role: 'nobody', ...ofB, mayWrite: false, ...browsers(apart) },
    {
      title: 'user without access',
      role: 'user',
      own: a.known[0],
      foreign: [a.hidden, ...b.known],
      secrets: [a.hidden.marker, ...b.secrets],
      mayWrite: false,
      ...browsers(within, a.user),
    },
  ];
}

function browsers(twins: Twins, login?: Login) {
  return { twins, real: twins.real.browser(login), without: twins.without.browser(login) };
}

/** The call as given, and without its filters. */
function ownInputs(endpoint: Endpoint, example: Example): readonly Example[] {
  const isOptional = endpoint.query !== undefined && z.safeParse(endpoint.query, {}).success;
  return isOptional ? [example, { ...example, query: {} }] : [example];
}

/** Foreign ids must be answered like unknown ones. A caller without the right to the call may get that error first. */
function wantedStatuses({ role }: Caller, { name, endpoint }: GeneratedCall): readonly number[] | null {
  if (!takesIds.some((one) => one === name)) return null;
  if (role === 'nobody') return endpoint.access === 'public' ? null : [401];
  return role === 'user' ? [403, 404] : [404];
}

/** Removes the requested ids from the answer: an ASIN is public, but not that a tenant has it. */
function saidIn(asked: string, body: string): string {
  const words = asked.match(/[A-Za-z0-9@.-]{4,}/g) ?? [];
  return words.reduce((text, word) => text.replaceAll(word, ''), body);
}

const checksumsOf = (house: House): Promise<Checksums> => withClient(house.database.superuserUrl, tableChecksums);

const rowsOf = (house: House, tenantId: string): Promise<Checksums> =>
  withClient(house.database.superuserUrl, (client) => rowChecksums(client, tenantId));

const forgetAttempts = (house: House): Promise<unknown> =>
  withClient(house.database.superuserUrl, (client) =>
    client.query('delete from login_attempts; delete from token_calls'),
  );
