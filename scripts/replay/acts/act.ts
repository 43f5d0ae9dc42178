import { documentedRates } from '../../../server/src/external/marketplace/rates.ts';
import type { ReplayEntry } from '../../../sandbox/src/sp-api/replay/replay-entry.ts';
import type { Seller } from '../casting/cast.ts';
import type { Stage } from '../stage/stage.ts';

/** One captured body, and the request of the product that the body answers. */
export interface Act {
  name: string;
  /** The file name of the body, if it differs from the name of the act. */
  body?: string;
  /** The operation to which the body is sent as an answer. */
  operation: string;
  /**
   * The permitted effect of the body. `facts` may be recorded and may raise alerts, once. A `refusal` must not change
   * anything that is watched.
   */
  gives: 'facts' | 'refusal';
  play: (stage: Stage) => Promise<void>;
  /** Restores the state that the next body expects. Its effects are not observed. */
  after?: (stage: Stage) => Promise<void>;
  /** The workflow of which the act is a step. Its only visible effect is that the workflow's pass finishes. */
  endsIn?: 'subscriptions' | 'discovery';
  /** Why the replay does not send this body, or why it can have no effect. */
  note?: string;
}

/** A seller and a marketplace whose sweep of one source accepts a certain kind of body. */
export interface Scene {
  seller: Seller;
  marketplace: string;
  source: string;
  operation: string;
  /** The name of a body with valid facts for this sweep. */
  good: string;
  /** Whether the body was captured from this operation, so that each of its answers names its listing. */
  isOwnBody: boolean;
}

export const isCalled = (operationId: string | undefined): boolean =>
  operationId !== undefined && Object.hasOwn(documentedRates, operationId);

export const isAnswer = (entry: ReplayEntry, operationId: string): boolean =>
  entry.kind === 'response' && entry.status === 200 && entry.operationId === operationId;
