import * as z from 'zod/mini';
import type { Endpoint } from '@app/shared/contract/endpoint.ts';
import { withClient } from '../../../scripts/database.ts';
import type { Browser } from '../http/browser.ts';
import { exampleOf, takesIds, type Example } from '../http/endpoints.ts';
import type { Populated } from '../database/populate.ts';
import { tableChecksums } from '../database/tables.ts';
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
import type { House } from './house.ts';
import type { PlantedTenant } from './planted-rows.ts';

/** A world, and the same world as if what the callers may not see had never been there. */
export interface Twins {
  readonly real: House;
  readonly without: House;
}

type Role = 'owner' | 'user' | 'nobody';

interface Caller {
  readonly title: string;
  readonly role: Role;
  readonly own: Populated;
  readonly foreign: readonly [Populated, ...Populated[]];
  readonly secrets: readonly string[];
  readonly real: Browser;
  readonly without: Browser;
  /** Whether calls of their own may change their own data: then those of the others must not depend on it. */
  readonly mayWrite: boolean;
}

interface MatrixCaller extends Caller {
  readonly twins: Twins;
}
/** More than any call makes up. */
const idsPerCall = 1000;

export interface Finding {
  readonly caller: string;
  readonly name: string;
  readonly what: string;
}

export interface Tally {
  calls: number;
  /** Of which the rightful owner's same call works. */
  counted: number;
  /** Answers by their status. */
  readonly statuses: Map<number, number>;
}

export interface Outcome {
  readonly tallies: Map<string, Tally>;
  readonly findings: Finding[];
}

export interface MatrixOptions {
  readonly a: PlantedTenant;
  readonly b: PlantedTenant;
  /** For the people of the other tenant: without the whole of `a`. */
  readonly apart: Twins;
  /** For the user of `a`: without the seller account that is hidden from them. */
  readonly within: Twins;
  readonly isProven: (name: string, of: Populated) => boolean;
  readonly chance: Chance;
  /** Every call that names something, by everybody, so many times. */
  readonly rounds: number;
  readonly blockRounds: number;
  /** Stops at the first finding: what a planted leak needs. */
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

  /** First what must change nothing at all, with a look at every table; then what people do with their own. */
  async block(rounds: number, withSlow: boolean): Promise<void> {
    const { apart, within } = this.#options;
    const houses = [apart.real, apart.without, within.real, within.without];
    for (const house of houses) await forgetAttempts(house);
    const before = await Promise.all([apart.real, within.real].map(checksumsOf));
    for (let round = 0; round < rounds; round += 1) {
      for (const caller of this.#callers) await this.#foreignCalls(caller);
    }
    const after = await Promise.all([apart.real, within.real].map(checksumsOf));
    for (const [index, sums] of after.entries()) this.#compareTables(before[index] ?? {}, sums);
    for (const house of houses) await forgetAttempts(house);
    for (const caller of this.#callers) await this.#ownCalls(caller, withSlow);
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
      // What takes away what the next block needs is proven by those who have it.
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
    const finding = (what: string) =>
      this.outcome.findings.push({
        caller: caller.title,
        name,
        what: `${what}; asked ${JSON.stringify(input).slice(0, 200)}`,
      });
    if (real.statusCode >= 500) finding(`fails: ${real.body.slice(0, 200)}`);
    const [told, toldWithout] = [await textOf(real), await textOf(without)];
    if (told !== toldWithout) finding(`answers differ: ${firstDifference(told, toldWithout)}`);
    const said = saidIn(JSON.stringify(input), told);
    const secret = caller.secrets.find((one) => said.includes(one));
    if (secret !== undefined) finding(`tells ${secret}`);
    const wanted = isForeign ? wantedStatuses(caller, call) : null;
    if (wanted !== null && ![...wanted, 429].includes(real.statusCode)) {
      finding(`answers ${real.statusCode} instead of ${wanted.join(' or ')}`);
    }
  }

  #tally({ title }: Caller, { name, of }: GeneratedCall, status: number): void {
    const tally = this.outcome.tallies.get(title) ?? { calls: 0, counted: 0, statuses: new Map() };
    this.outcome.tallies.set(title, tally);
    tally.calls += 1;
    if (status !== 429 && this.#options.isProven(name, of)) tally.counted += 1;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  }

  #compareTables(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): void {
    for (const table of Object.keys(after)) {
      if (before[table] === after[table] || table === 'login_attempts') continue;
      this.outcome.findings.push({ caller: 'somebody', name: table, what: 'rows changed by calls with foreign ids' });
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

function browsers(twins: Twins, cookies: ReadonlyMap<string, string> = new Map()) {
  return { twins, real: twins.real.browser(cookies), without: twins.without.browser(cookies) };
}

/** As it is meant, and without what narrows it down. */
function ownInputs(endpoint: Endpoint, example: Example): readonly Example[] {
  const isOptional = endpoint.query !== undefined && z.safeParse(endpoint.query, {}).success;
  return isOptional ? [example, { ...example, query: {} }] : [example];
}

/** Ids of others are ids of nothing; whoever may not make the call at all may be told that first. */
function wantedStatuses({ role }: Caller, { name, endpoint }: GeneratedCall): readonly number[] | null {
  if (!takesIds.some((one) => one === name)) return null;
  if (role === 'nobody') return endpoint.access === 'public' ? null : [401];
  return role === 'user' ? [403, 404] : [404];
}

/** The answer without what was asked: an ASIN is nobody's secret, that somebody has it is. */
function saidIn(asked: string, body: string): string {
  const words = asked.match(/[A-Za-z0-9@.-]{4,}/g) ?? [];
  return words.reduce((text, word) => text.replaceAll(word, ''), body);
}

const checksumsOf = (house: House): Promise<Readonly<Record<string, string>>> =>
  withClient(house.database.superuserUrl, tableChecksums);

const forgetAttempts = (house: House): Promise<unknown> =>
  withClient(house.database.superuserUrl, (client) => client.query('delete from login_attempts'));
