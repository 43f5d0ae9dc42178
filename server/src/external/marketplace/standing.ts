import type { Operation } from './rates.ts';

/** A request as far as the marketplace refuses it by itself. */
export interface RequestName {
  readonly operation: Operation;
  /**
   * The part of the operation that a refusal concerns, such as a marketplace; absent where that is the whole operation,
   * `null` where it is this one request, whose refusal is not kept.
   */
  readonly subject?: string | null;
}

/** How the marketplace has answered one seller account. All processes that work for the account share it. */
export interface Standing {
  /** Throws AuthorizationLost or OperationRefused where one of them was answered a short time ago. */
  admit(request: RequestName): void;
  noteAnswer(request: RequestName): Promise<void>;
  noteRefusal(request: RequestName, reason: string): Promise<void>;
  /** Login with Amazon has answered `invalid_grant`. */
  noteLoss(): Promise<void>;
}
