import { groupStatus } from '@app/shared/domain/issue-status.ts';
import type { Occasion } from '@app/shared/watchdogs/model/recipients.ts';

/** The features that an operator sets for a tenant. */
export interface TenantFeatures {
  /** Kinds that are not part of the tenant's plan. */
  readonly suppressedTypes: readonly string[];
  /** The statuses by kind: 20 for preview, 21 for hidden. Kinds that are on are absent. */
  readonly groupStatuses: Readonly<Record<string, number>>;
}

export const groupStatusOf = ({ groupStatuses }: TenantFeatures, type: string): number =>
  Object.hasOwn(groupStatuses, type) ? (groupStatuses[type] ?? groupStatus.on) : groupStatus.on;

export const isSuppressed = ({ suppressedTypes }: TenantFeatures, type: string): boolean =>
  suppressedTypes.includes(type);

/** The conditions under which a flip of this kind has no recipients. */
export const occasionOf = (
  features: TenantFeatures,
  { type, isMuted }: { readonly type: string; readonly isMuted: boolean },
): Occasion => ({ isMuted, isSuppressed: isSuppressed(features, type), groupStatus: groupStatusOf(features, type) });

/** Kinds whose items are not sent to the dashboard. */
export const typesWithoutItems = ({ suppressedTypes, groupStatuses }: TenantFeatures): readonly string[] => [
  ...suppressedTypes,
  ...Object.keys(groupStatuses).filter((type) => groupStatuses[type] === groupStatus.hidden),
];

/** Kinds whose issues are left out of all counts. A kind in preview is shown in its own card only. */
export const uncountedTypes = (features: TenantFeatures): readonly string[] => [
  ...features.suppressedTypes,
  ...Object.keys(features.groupStatuses).filter((type) => groupStatusOf(features, type) !== groupStatus.on),
];
