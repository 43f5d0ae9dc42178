import type { Day } from '@app/shared/base/calendar-day.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import type { AlertSettings } from '@app/shared/watchdogs/model/alert-settings.ts';
import type { Tx } from '../../../lib/db/db.ts';
import type { StoredSettings } from './stored-settings.ts';

/** An address with all its settings, as it is stored. */
export interface StoredAddress extends StoredSettings {
  readonly emailAddressId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isPrimary: boolean;
  readonly isUser: boolean;
  /** An invited user who has not chosen a password yet. */
  readonly isInvited: boolean;
  readonly isVerified: boolean;
  readonly alertSettings: AlertSettings;
  readonly hiddenSellerAccountIds: readonly string[];
  readonly unsubscribedSellerAccountIds: readonly string[];
  readonly stoppedReason: string | null;
  readonly lastDigestDay: string | null;
  readonly verificationSentAt: Date | null;
}

/** How the account pays: its billing period and its kind of prices. */
export interface StoredPricing {
  /** The first day of the open billing period, or of the first one after the trial. */
  readonly periodFrom: Day;
  /** `daily`: each tracked ASIN is paid for each day. `package`: the fees pay for a number of products. */
  readonly plan: 'daily' | 'package';
  /** The first day of pricing per ASIN in place of a package. */
  readonly dailyFrom: Day | null;
}

/** The settings of the account that apply to all addresses. */
export interface StoredAccount {
  readonly companyName: string;
  readonly createdAt: Date;
  readonly trialEndsAt: Date;
  readonly instantAlert: boolean;
  readonly alertSubject: 'SIMPLE' | 'DETAILED';
  readonly batchingIntervalMinutes: number;
  readonly suppressedTypes: readonly string[];
  /** Status of each kind that is not normally on: 20 (preview) or 21 (hidden). */
  readonly groupStatuses: Readonly<Record<string, number>>;
}

interface Viewer {
  readonly tenantId: string;
  readonly hiddenSellerAccountIds: readonly string[];
}

export interface NewNames {
  readonly tenantId: string;
  /** Seller account → its nickname; `null` removes it. */
  readonly nickNames: ReadonlyMap<string, string | null>;
  readonly version: string;
}

/** Functions of the seller feature that the settings use, passed in by `api.ts`. */
export interface SellerParts {
  listSellers(tx: Tx, viewer: Viewer): Promise<readonly SellerAccount[]>;
  renameSellers(tx: Tx, names: NewNames): Promise<void>;
}
