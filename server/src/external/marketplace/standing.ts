import type { Operation } from './rates.ts';

/** The part of the API that a refusal of the marketplace concerns. */
export interface RequestName {
  readonly operation: Operation;
  /**
   * The part of the operation that a refusal concerns, such as a marketplace. Absent if a refusal concerns the whole
   * operation; `null` if it concerns this one request and is not stored.
   */
  readonly subject?: string | null;
}

/** The recent refusals of one seller account, shared by all processes that work for it. */
export interface Standing {
  /** Throws AuthorizationLost or OperationRefused if the marketplace gave that answer a short time ago. */
  admit(request: RequestName): void;
  noteAnswer(request: RequestName): Promise<void>;
  noteRefusal(request: RequestName, reason: string): Promise<void>;
  /** Records that Login with Amazon has answered `invalid_grant`. */
  noteLoss(): Promise<void>;
}
