import * as z from 'zod/mini';

export const accountStatus = z.enum(['NORMAL', 'AT_RISK', 'DEACTIVATED']);
export type AccountStatus = z.output<typeof accountStatus>;

interface Statuses {
  readonly before: AccountStatus;
  readonly now: AccountStatus;
}

/** The payload of ACCOUNT_STATUS_CHANGED. It has no seller id; the subscription identifies the account. */
export const accountStatusChanged = ({ before, now }: Statuses): unknown => ({
  accountStatusChangeNotification: { previousAccountStatus: before, currentAccountStatus: now },
});
