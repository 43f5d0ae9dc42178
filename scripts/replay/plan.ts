import type { ReplayEntry } from '../../sandbox/src/sp-api/replay/replay-entry.ts';
import type { Act } from './acts/act.ts';
import type { Seller } from './casting/cast.ts';
import { errorActs } from './acts/error-acts.ts';
import { factActs } from './acts/fact-acts.ts';

export interface Play {
  acts: readonly Act[];
  /** Sellers that are authorised before the first body. `lateSellers` are authorised by an act. */
  sellers: readonly Seller[];
  lateSellers: readonly Seller[];
  /** Number of examples of operations that the product does not call. */
  unused: number;
}

/** Plans an act for every body of the folders. */
export function planPlay(entries: readonly ReplayEntry[], reports: readonly string[]): Play {
  const facts = factActs(entries, reports);
  const acts = [...facts.acts, ...errorActs(entries, facts)];
  const played = new Set(acts.map(({ name }) => name));
  const unused = entries.filter(({ name }) => !played.has(name)).length;
  return { acts, sellers: facts.sellers, lateSellers: facts.lateSellers, unused };
}
