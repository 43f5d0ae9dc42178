import { groupStatus } from '@app/shared/domain/issue-status.ts';
import type { Occasion } from '@app/shared/watchdogs/model/recipients.ts';

/** What an operator sets for a tenant. */
export interface TenantFeatures {
  /** Kinds that the tenant's plan has not. */
  readonly suppressedTypes: readonly string[];
  /** 20 (preview) or 21 (hidden) of kinds that are not simply on. */
  readonly groupStatuses: Readonly<Record<string, number>>;
}

export const groupStatusOf = ({ groupStatuses }: TenantFeatures, type: string): number =>
  Object.hasOwn(groupStatuses, type) ? (groupStatuses[type] ?? groupStatus.on) : groupStatus.on;

export const isSuppressed = ({ suppressedTypes }: TenantFeatures, type: string): boolean =>
  suppressedTypes.includes(type);

/** What decides whether an item of this kind is news for anybody. */
export const occasionOf = (
  features: TenantFeatures,
  { type, isMuted }: { readonly type: string; readonly isMuted: boolean },
): Occasion => ({ isMuted, isSuppressed: isSuppressed(features, type), groupStatus: groupStatusOf(features, type) });

/** Kinds of which the dashboard gets no items at all. */
export const typesWithoutItems = ({ suppressedTypes, groupStatuses }: TenantFeatures): readonly string[] => [
  ...suppressedTypes,
  ...Object.keys(groupStatuses).filter((type) => groupStatuses[type] === groupStatus.hidden),
];

/** Kinds whose issues count nowhere: what is tried out is shown in its own card only. */
export const uncountedTypes = (features: TenantFeatures): readonly string[] => [
  ...features.suppressedTypes,
  ...Object.keys(features.groupStatuses).filter((type) => groupStatusOf(features, type) !== groupStatus.on),
];
