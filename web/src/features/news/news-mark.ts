import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { isNewsCut } from '@app/shared/world/recent-news.ts';

export type Notice = WorldAnswer['notifications'][number];

/**
 * The notifications that the user has seen or cleared: those listed at that time, by id, and all older ones. Ids are
 * needed because a flip may become known a moment after a later one.
 */
export interface Mark {
  readonly ids: readonly string[];
  /** The ISO instant of the oldest listed notification. */
  readonly before: string;
}

export const nothing: Mark = { ids: [], before: '' };

/** @param list newest first */
export const markOf = (list: readonly Notice[], earlier: Mark): Mark => ({
  ids: list.map(({ notificationId }) => notificationId),
  before: list.at(-1)?.date ?? earlier.before,
});

export const isCovered = (notice: Notice, mark: Mark): boolean =>
  notice.date < mark.before || mark.ids.includes(notice.notificationId);

/** The notifications that are new since the last look. */
export interface FreshNotices {
  readonly ids: ReadonlySet<string>;
  /** Whether there may be more new ones than the list has room for. */
  readonly isCut: boolean;
}

export function freshSince(list: readonly Notice[], seen: Mark): FreshNotices {
  const isFresh = (notice: Notice): boolean => !isCovered(notice, seen);
  const ids = new Set(list.filter(isFresh).map(({ notificationId }) => notificationId));
  return { ids, isCut: isNewsCut(list, isFresh) };
}

export const writeMark = (mark: Mark): string => JSON.stringify([mark.before, ...mark.ids]);

/** Reads a stored mark; any other text covers nothing. */
export function readMark(text: string | null): Mark {
  try {
    const parts: unknown = JSON.parse(text ?? '[]');
    const [before, ...ids] = Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : [];
    return before === undefined ? nothing : { before, ids };
  } catch {
    return nothing;
  }
}
