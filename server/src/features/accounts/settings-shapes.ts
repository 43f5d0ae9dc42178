import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import type { Tx } from '../../lib/db/db.ts';

/** An address with everything that people set of it, as it is kept. */
export interface StoredAddress {
  readonly emailAddressId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isPrimary: boolean;
  readonly isUser: boolean;
  /** A user who was asked in and has not chosen a password yet. */
  readonly isInvited: boolean;
  readonly isVerified: boolean;
  readonly alertSettings: AlertSettings;
  readonly hiddenSellerAccountIds: readonly string[];
  readonly unsubscribedSellerAccountIds: readonly string[];
  readonly subscribedToDailyDigest: boolean;
  readonly subscribedToNewsletter: boolean;
  readonly digestEmailHour: number;
  readonly timezoneOffsetMinutes: number;
  readonly timezoneAdjustToDst: boolean;
  readonly timeZone: string | null;
  readonly quietFromHour: number | null;
  readonly quietToHour: number | null;
  readonly stoppedReason: string | null;
  readonly verificationSentAt: Date | null;
}

/** What the account itself is told by, beside its addresses. */
export interface StoredAccount {
  readonly companyName: string;
  readonly createdAt: Date;
  readonly trialEndsAt: Date;
  readonly instantAlert: boolean;
  readonly alertSubject: 'SIMPLE' | 'DETAILED';
  readonly batchingIntervalMinutes: number;
  readonly suppressedTypes: readonly string[];
  /** 20 (preview) or 21 (hidden) of kinds that are not simply on. */
  readonly groupStatuses: Readonly<Record<string, number>>;
}

interface Viewer {
  readonly tenantId: string;
  readonly hiddenSellerAccountIds: readonly string[];
}

export interface NewNames {
  readonly tenantId: string;
  /** Seller account → its nickname; `null` for none. */
  readonly nickNames: ReadonlyMap<string, string | null>;
  readonly version: string;
}

/** What the settings need of the seller accounts; handed in by the program that composes the features. */
export interface SellerParts {
  listSellers(tx: Tx, viewer: Viewer): Promise<readonly SellerAccount[]>;
  renameSellers(tx: Tx, names: NewNames): Promise<void>;
}
