import type { TokenScope } from '@app/shared/contract/endpoint.ts';

/** The authenticated caller of a request. SQL statements filter by it, so that a viewer sees only what it may see. */
export interface Actor {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly email: string;
  readonly isOwner: boolean;
  /**
   * Seller accounts that this viewer may not see. For the owner these are only the accounts that are being deleted.
   */
  readonly hiddenSellerAccountIds: readonly string[];
  /** The hash of the session; empty for a program, which has no session. */
  readonly sessionHash: string;
  /** False while the subscription is not active. The account is then read-only. */
  readonly isServed: boolean;
  /**
   * The account requires a second factor of everyone and this viewer has not set one up: until then every other call
   * is refused.
   */
  readonly lacksTwoFactor?: boolean;
  /** Whether the person operates the product; `needs two factor` until a second factor is set up. */
  readonly operating?: 'yes' | 'needs two factor' | 'no';
}

/** A program that calls with the rights of a person, of which its token may allow only a part. */
export interface Program extends Actor {
  readonly token: {
    readonly accessTokenId: string;
    /** The authorisation that gave the token; `null` for a personal token. */
    readonly authorizationId: string | null;
    readonly scopes: readonly TokenScope[];
    readonly expiresAt: Date;
  };
}
