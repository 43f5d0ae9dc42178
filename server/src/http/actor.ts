/** Who calls. What a viewer may see is decided from this and applied in SQL. */
export interface Actor {
  readonly tenantId: string;
  readonly emailAddressId: string;
  readonly email: string;
  readonly isOwner: boolean;
  /** Seller accounts that this viewer may not see; of the owner only those that are being deleted. */
  readonly hiddenSellerAccountIds: readonly string[];
  readonly sessionHash: string;
  /** The account requires a second factor of everybody, and this viewer has none yet: nothing else is answered first. */
  readonly lacksTwoFactor?: boolean;
}
