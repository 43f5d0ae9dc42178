import type { Region } from '@app/shared/base/marketplaces.ts';
import {
  firstSetupStep,
  isSetupOver,
  stepAfterSellerAdded,
  type SetupFacts,
  type SetupStep,
} from '@app/shared/domain/account/setup-step.ts';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import type { ConnectSearch } from './connect-search.ts';

export interface SetupState {
  readonly step: SetupStep;
  /** The region whose authorisation is in progress; until it ends, the other regions are disabled. */
  readonly authorizing: Region | null;
  readonly failure: string | null;
}

export type SetupEvent =
  | { readonly type: 'factsKnown'; readonly facts: SetupFacts }
  | { readonly type: 'sellerAdded'; readonly paymentStatus: number }
  | { readonly type: 'cardOpened' }
  /** The user has added a card, or postponed it. */
  | { readonly type: 'cardClosed' }
  | { readonly type: 'addOpened' }
  | { readonly type: 'addClosed' }
  | { readonly type: 'authorizationStarted'; readonly region: Region }
  | { readonly type: 'authorizationFailed'; readonly message: string }
  /** The browser came back to this page by its back button, without a result of the authorisation. */
  | { readonly type: 'authorizationLeft' }
  | { readonly type: 'failureClosed' };

export const initialSetup: SetupState = { step: 0, authorizing: null, failure: null };

/** Returns the state after an event (specification, section 4, "Setup step"). */
export function nextSetup(state: SetupState, event: SetupEvent): SetupState {
  switch (event.type) {
    case 'factsKnown':
      return state.step === 0 ? { ...state, step: firstSetupStep(event.facts) } : state;
    case 'sellerAdded':
      return { ...state, step: stepAfterSellerAdded(state.step, event.paymentStatus), authorizing: null };
    case 'cardOpened':
      return { ...state, step: 1 };
    case 'cardClosed':
      return state.step === 1 ? { ...state, step: 3 } : state;
    case 'addOpened':
      return { ...state, step: 4 };
    case 'addClosed':
      return state.step === 4 ? { ...state, step: 2 } : state;
    case 'authorizationStarted':
      return state.authorizing ? state : { ...state, authorizing: event.region, failure: null };
    case 'authorizationFailed':
      return { ...state, authorizing: null, failure: event.message };
    case 'authorizationLeft':
      return { ...state, authorizing: null };
    // The remaining event is 'failureClosed'.
    default:
      return { ...state, failure: null };
  }
}

/**
 * The step to show. An owner without a payment method after the trial sees the card step first, whatever the wizard's
 * step, because section 4 ends the wizard only once there is a payment method.
 */
export const shownStep = (
  { step }: SetupState,
  { paymentStatus: status, isOwner }: { readonly paymentStatus: number; readonly isOwner: boolean },
): SetupStep => (step !== 0 && isOwner && status === paymentStatus.missing ? 1 : step);

/**
 * Whether the wizard is left for the dashboard. A failure is shown first: the page may be opened with one by a user
 * whose account is set up, and who began an authorisation at the marketplace.
 */
export const isWizardOver = (
  facts: SetupFacts,
  { failure }: SetupState,
  { authorizationError }: ConnectSearch,
): boolean => isSetupOver(facts) && failure === null && authorizationError === undefined;
