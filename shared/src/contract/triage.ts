import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cleanedText, nothing, numberText } from './shapes.ts';
import { phraseOf, worstThreshold } from '../domain/inputs/keyword.ts';
import { longestMute } from '../domain/muting.ts';

/** The largest number of items that one call changes. */
export const mostTriaged = 10_000;
const watchDogId = z.string().check(z.minLength(1), z.maxLength(200));
/** Addition: the numbers of items that the call has skipped. */
const bulkAnswer = z.object({
  leftOut: z.object({
    /** Items whose product is no longer tracked. */
    untracked: z.int(),
    /** Keywords that were removed. */
    removed: z.int(),
    /** Issues that have changed since the caller saw them; present if the call has said what the caller saw. */
    changed: z.optional(z.int()),
  }),
});
/**
 * Addition: the `date` of an item in the state of the world, as the caller has last seen it. An issue with another date
 * is another issue, which is left out.
 */
const seenDate = z.iso.datetime();
const watchDogIds = z.array(watchDogId).check(z.maxLength(mostTriaged));
/** The dates of the items in the order of `watchDogIds`; `null` for an item that was ok or had no date. */
const seenDates = z.array(z.nullable(seenDate)).check(z.maxLength(mostTriaged));
const issueStatusCode = z.int().check(z.gte(0), z.lte(3));
const issueStatusParameter = numberText(z.int(), z.gte(0), z.lte(3));

export const setIssueStatus = endpoint({
  method: 'POST',
  path: '/api/sentinel/watchdog/set-issue-status/:watchDogId/:status',
  summary: 'Sets the issue status of an open issue: 0 new, 1 seen, 2 in progress, 3 done',
  access: 'session',
  params: z.object({ watchDogId, status: issueStatusParameter }),
  /**
   * Additions: the issue status and the date that the caller has last seen. If somebody else has changed the status
   * since, or if the issue is another one, nothing is changed.
   */
  query: z.object({ ifIssueStatus: z.optional(issueStatusParameter), seen: z.optional(seenDate) }),
  response: nothing,
  errors: ['badRequest', 'notFound', 'issueChanged', 'issueStatusLocked', 'issueStatusOvertaken'],
});

export const bulkSetIssueStatus = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/bulk-set-issue-status',
  summary:
    'Sets the issue status of many open issues; with one unknown id nothing is changed, and issues that are no longer watched, or have changed since the caller saw them, are left out',
  access: 'session',
  body: z.object({
    issueStatus: issueStatusCode,
    watchDogIds,
    ifIssueStatus: z.optional(issueStatusCode),
    seen: z.optional(seenDates),
  }),
  response: bulkAnswer,
  errors: ['badRequest', 'notFound', 'issueStatusOvertaken'],
  slow: true,
});

const muteBody = z.object({ minutes: z._default(z.int().check(z.lte(longestMute)), 1440) });

export const muteItem = endpoint({
  method: 'POST',
  path: '/api/sentinel/watchdog/mute/:id',
  summary: 'Mutes an item for a number of minutes; fewer than 1 unmutes',
  access: 'session',
  params: z.object({ id: watchDogId }),
  /** Addition: if the item has another issue than the one that was seen, it is not muted. */
  body: z.extend(muteBody, { seen: z.optional(z.nullable(seenDate)) }),
  response: nothing,
  errors: ['badRequest', 'notFound', 'issueChanged'],
});

export const unmuteItem = endpoint({
  method: 'POST',
  path: '/api/sentinel/watchdog/unmute/:id',
  summary: 'Ends the mute of an item',
  access: 'session',
  params: z.object({ id: watchDogId }),
  body: z.optional(z.object({ minutes: z.optional(z.int()) })),
  response: nothing,
  errors: ['badRequest', 'notFound'],
});

/** Addition: changes several items in one call, so that one undo can restore all of them. */
export const bulkMute = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/bulk-mute',
  summary:
    'Mutes many items for a number of minutes; fewer than 1 unmutes; with one unknown id nothing is changed, and items that are no longer watched, or whose issue has changed since the caller saw it, are left out',
  access: 'session',
  /** Ending a mute hides nothing, so that it leaves out no issue that has changed. */
  body: z.extend(muteBody, { watchDogIds, seen: z.optional(seenDates) }),
  response: bulkAnswer,
  errors: ['badRequest', 'notFound'],
  slow: true,
});

/**
 * Addition: lets people group issues by causes that the rules do not know. An issue that was split from an incident
 * does not join that incident again automatically.
 */
export const setIncident = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/incident',
  summary:
    'Joins open issues to one incident, or splits them from theirs; issues that are over are skipped, and issues that are no longer watched, or have changed since the caller saw them, are left out',
  access: 'session',
  body: z.object({
    watchDogIds,
    /**
     * `new` joins the items to the incident of one of them, or to a new one; `none` splits each item from its incident.
     */
    incidentId: z.string().check(z.regex(/^(new|none|[1-9][0-9]{0,17})$/)),
    seen: z.optional(seenDates),
  }),
  response: z.extend(bulkAnswer, {
    /**
     * The incident of which the items are members now, by which further calls join more items than one call may name;
     * absent after a split, and if there was nothing to join.
     */
    incidentId: z.optional(z.string()),
  }),
  errors: ['badRequest', 'notFound'],
  slow: true,
});

export const createKeyword = endpoint({
  method: 'POST',
  path: '/api/sentinel/watchdog/keyword/create',
  summary: 'Watches where a product stands among the results of a search phrase',
  access: 'session',
  body: z.object({
    productId: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)),
    keyword: cleanedText(phraseOf, 200),
    /** The worst rank without an alert. If the threshold is absent or below 1, no rank raises an alert. */
    absoluteThreshold: z.optional(z.nullable(z.int().check(z.lte(worstThreshold)))),
  }),
  response: z.object({ watchDogId: z.string() }),
  errors: ['badRequest', 'notFound', 'keywordLimit', 'keywordTaken'],
  quiet: true,
});

export const deactivateKeyword = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/keyword/deactivate',
  summary: 'Stops watching a search phrase',
  access: 'session',
  body: z.object({ watchDogId: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: nothing,
  errors: ['badRequest', 'notFound'],
  quiet: true,
});

const watchdogType = z.string().check(z.minLength(1), z.maxLength(60));

export const getWatchdogSettings = endpoint({
  method: 'GET',
  path: '/api/sentinel/watchdogtype/settings/:type',
  summary: 'The settings of a watchdog kind; unset ones have their defaults',
  access: 'session',
  params: z.object({ type: watchdogType }),
  response: z.record(z.string(), z.unknown()),
  errors: ['notFound'],
  quiet: true,
});

export const putWatchdogSettings = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdogtype/settings/:type',
  summary: 'Replaces the settings of a watchdog kind; for viewers who see every seller account',
  access: 'session',
  params: z.object({ type: watchdogType }),
  body: z.record(z.string(), z.unknown()),
  response: z.record(z.string(), z.unknown()),
  errors: ['badRequest', 'notFound', 'forbidden'],
  quiet: true,
});

/** Addition: changes some settings of a kind, so that a person undoes no change of somebody else without knowing it. */
export const changeWatchdogSettings = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/settings/:type',
  summary:
    'Changes the named settings of a watchdog kind, unless they differ from those that the caller saw; the others keep their values; for viewers who see every seller account',
  access: 'session',
  params: z.object({ type: watchdogType }),
  body: z.object({
    settings: z.record(z.string(), z.unknown()),
    /** The values of the same settings on which the changes are based. */
    seen: z.record(z.string(), z.unknown()),
  }),
  response: z.record(z.string(), z.unknown()),
  errors: ['badRequest', 'notFound', 'forbidden', 'settingsOvertaken'],
  quiet: true,
});

/** Addition: changes the default thresholds, which the state of the world contains. */
export const changeDefaultSettings = endpoint({
  method: 'PUT',
  path: '/api/sentinel/watchdog/default-settings/:type',
  summary: 'Changes thresholds for products of a seller account, or of a brand of it, without their own',
  access: 'session',
  params: z.object({ type: watchdogType }),
  body: z.object({
    sellerId: z.string().check(z.regex(/^[1-9][0-9]{0,17}$/)),
    /** The brand whose products get the defaults; if absent, all products of the seller account get them. */
    brand: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
    /**
     * The defaults by setting. The value `null` removes the default of a setting; settings that are not named keep
     * theirs.
     */
    settings: z.record(z.string(), z.unknown()),
    /** The defaults of the same settings that the caller saw. Without them, the defaults are replaced whatever they are. */
    seen: z.optional(z.record(z.string(), z.unknown())),
  }),
  response: z.record(z.string(), z.unknown()),
  errors: ['badRequest', 'notFound', 'settingsOvertaken'],
  quiet: true,
});

export const triageCalls = {
  setIssueStatus,
  bulkSetIssueStatus,
  muteItem,
  bulkMute,
  unmuteItem,
  setIncident,
  getWatchdogSettings,
  putWatchdogSettings,
  changeWatchdogSettings,
  changeDefaultSettings,
  createKeyword,
  deactivateKeyword,
} as const;
