import { documentedRates } from '../../server/src/external/marketplace/rates.ts';
import type { ReplayEntry } from '../../sandbox/src/sp-api/replay/replay-entry.ts';
import type { Seller } from './cast.ts';
import type { Stage } from './stage.ts';

/** One body and the question that it answers. */
export interface Act {
  name: string;
  /** The name of the body where it is not that of the act. */
  body?: string;
  /** As what the body reaches the product. */
  operation: string;
  /** Facts may be believed and alerted about, once; a refusal must change nothing that is watched. */
  gives: 'facts' | 'refusal';
  play: (stage: Stage) => Promise<void>;
  /** Puts back what the next body must find; not watched. */
  after?: (stage: Stage) => Promise<void>;
  /** A step of a workflow: that this pass comes to its end is all that can be seen of it. */
  endsIn?: 'subscriptions' | 'discovery';
  /** Why the runner itself holds it back or knows that nothing can come of it. */
  note?: string;
}

/** A seller and one place of his whose sweep asks for a certain kind of body. */
export interface Scene {
  seller: Seller;
  marketplace: string;
  source: string;
  operation: string;
  /** The body that is good there. */
  good: string;
  /** Whether it was captured from this operation: then it names what it answers. */
  isOwnBody: boolean;
}

export const isCalled = (operationId: string | undefined): boolean =>
  operationId !== undefined && Object.hasOwn(documentedRates, operationId);

export const isAnswer = (entry: ReplayEntry, operationId: string): boolean =>
  entry.kind === 'response' && entry.status === 200 && entry.operationId === operationId;
