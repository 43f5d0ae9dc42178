import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadReplay } from '../../sandbox/src/sp-api/replay/load-replay.ts';
import { Refusal } from '../say.ts';
import type { Act } from './acts/act.ts';
import { alertsShown, faultsOfDashboard } from './outcome/dashboard.ts';
import { readHoldings } from './outcome/effects.ts';
import { localisedReports } from './localised-reports.ts';
import type { LocalisedReport } from './localised-reports.ts';
import { faultsOfRepetition, outcomeOf } from './outcome/outcome.ts';
import type { Outcome, ObservedEffects } from './outcome/outcome.ts';
import { withStage } from './stage/stage.ts';
import type { Stage } from './stage/stage.ts';
import type { ReplayEntry } from '../../sandbox/src/sp-api/replay/replay-entry.ts';
import type { Seller } from './casting/cast.ts';
import { errorActs } from './acts/error-acts.ts';
import { factActs } from './acts/fact-acts.ts';

export interface ReplayRun {
  outcomes: readonly Outcome[];
  sellers: number;
  listings: number;
  unused: number;
  /** Number of alerts on the dashboard at the end. */
  shown: number;
  /** Reasons why the run as a whole is not clean. */
  faults: readonly string[];
}

/** Sends every body of the folders through the product, one after the other. */
export async function runReplay(folders: readonly string[], now: Date): Promise<ReplayRun> {
  const { entries } = loadFolders(folders);
  const reports = folders.flatMap(localisedIn);
  const play = planPlay(
    entries,
    reports.map(({ name }) => name),
  );
  const sellers = [...play.sellers, ...play.lateSellers];
  const { outcomes, shown } = await withStage(folders, { sellers, reports, now }, async (stage) => {
    for (const seller of play.sellers) await stage.connect(seller);
    const seen: Outcome[] = [];
    for (const act of play.acts) seen.push(await playTwice(stage, act));
    return { outcomes: seen, shown: await alertsShown(stage.session) };
  });
  const listings = sellers.reduce((sum, seller) => sum + seller.listings.length, 0);
  const faults = faultsOfDashboard(
    shown,
    outcomes.flatMap(({ flips }) => flips),
  );
  return { outcomes, shown: shown.size, faults, sellers: sellers.length, listings, unused: play.unused };
}

function loadFolders(folders: readonly string[]) {
  try {
    return loadReplay(folders);
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

/** Returns listings reports built from headers in other languages, which are captured as a list without a report. */
function localisedIn(folder: string): LocalisedReport[] {
  const places = [folder, join(folder, 'reports')].map((place) => join(place, 'localised-listing-headers.json'));
  return places.filter((place) => existsSync(place)).flatMap((place) => localisedReports(readFileSync(place, 'utf8')));
}

async function playTwice(stage: Stage, act: Act): Promise<Outcome> {
  const outcome = outcomeOf(act, await watch(stage, act));
  const faults = act.gives === 'refusal' ? [] : faultsOfRepetition(outcome, await watch(stage, act));
  await act.after?.(stage);
  return { ...outcome, faults: [...outcome.faults, ...faults] };
}

async function watch(stage: Stage, act: Act): Promise<ObservedEffects> {
  const before = await readHoldings(stage.database.client);
  stage.log.take();
  await stage.takeIgnored();
  await act.play(stage);
  const ignored = await stage.takeIgnored();
  return { before, after: await readHoldings(stage.database.client), lines: stage.log.take(), ignored };
}

interface Play {
  acts: readonly Act[];
  /** Sellers that are authorised before the first body. The `lateSellers` are authorised by an act. */
  sellers: readonly Seller[];
  lateSellers: readonly Seller[];
  /** Number of examples of operations that the product does not call. */
  unused: number;
}

/** Plans an act for every body of the folders. */
function planPlay(entries: readonly ReplayEntry[], reports: readonly string[]): Play {
  const facts = factActs(entries, reports);
  const acts = [...facts.acts, ...errorActs(entries, facts)];
  const played = new Set(acts.map(({ name }) => name));
  const unused = entries.filter(({ name }) => !played.has(name)).length;
  return { acts, sellers: facts.sellers, lateSellers: facts.lateSellers, unused };
}
