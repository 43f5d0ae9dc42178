import { dayMs, hourMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import type { Context } from './context.ts';
import { push } from '@app/shared/transports/push.ts';
import { channelTransports } from '@app/shared/transports/registry.ts';
import { tellOfEndingAuthorizations } from './features/auth/access-tokens/tell-of-end.ts';
import { tellOfExpiringTokens } from './features/auth/access-tokens/tell-of-expiry.ts';
import { billingChores } from './features/billing/chores.ts';
import { forgetConnections } from './features/connections/connection-queries.ts';
import { revokeAll } from './features/connections/disconnect.ts';
import { tellOfBreaks } from './features/connections/tell-of-breaks.ts';
import { makeUpAlertMails } from './features/delivering/composing/alert/mail/make-up-mails.ts';
import { makeUpTargetMessages } from './features/delivering/composing/alert/targets/make-up-target-messages.ts';
import { makeUpDigests } from './features/delivering/composing/digest/make-up-digests.ts';
import { tellOfExpiry } from './features/delivering/composing/notice/tell-of-expiry.ts';
import { tellOfLosses } from './features/delivering/composing/notice/tell-of-losses.ts';
import { googleSheetsService } from './features/google-sheets/service.ts';
import { pushDueSheets } from './features/google-sheets/push-due-sheets.ts';
import { handleReports } from './features/delivering/replies/mail-reports.ts';
import { releaseHeld } from './features/delivering/holding/release-held.ts';
import { endMutes, judgeDue } from './features/judging/due.ts';
import { watchNewKinds } from './features/judging/new-kinds.ts';
import { heedPauses } from './features/judging/pauses.ts';
import { heedClockJump } from './features/observing/sweeping/clock-jump.ts';
import { compileSpreadsheets } from './features/sales-spreadsheet/compile-spreadsheets.ts';
import { deleteAccounts } from './features/sellers/deleted-accounts/delete-accounts.ts';
import { deleteSellersOf } from './features/sellers/delete-seller.ts';
import { reportEveryMs } from './features/operating/processes/report-process.ts';
import { probeAuthorizations } from './features/sellers/standing/probe-authorizations.ts';
import { watchLosses } from './features/sellers/standing/watch-losses.ts';
import { eraseTenants } from './features/tenant-data/deletion/erase-tenants.ts';
import { forgetOldRows } from './forget-old-rows.ts';
import type { Db } from './lib/db/db.ts';
import { pacedMs } from './lib/jobs/loop.ts';
import type { Turns } from './lib/jobs/tenant-turns.ts';
import type { WorkBells } from './lib/jobs/work-bells.ts';
import type { Chore } from './worker.ts';

/**
 * The interval of chores for which no announcement comes: items that are due by time, and messages that are to be
 * released or sent again.
 */
const timelyEveryMs = 5 * secondMs;
const forgetEveryMs = hourMs;
/** A deletion begins days after the request. People wait only for its first mail. */
const tenantsEveryMs = 30 * secondMs;
/** The interval is much shorter than the time for which the mail about a lost authorisation waits. */
const lossesEveryMs = 30 * secondMs;
const clockJumpsEveryMs = minuteMs;
/**
 * The number of spreadsheets at Google that are written at the same time. Compiling one of many products takes a minute
 * and must not delay the others.
 */
const sheetsAtOnce = 3;
const digestsEveryMs = 15 * secondMs;
/** The interval of chores that tell owners days before a token or an authorisation expires. */
const expiringTokensEveryMs = 10 * minuteMs;
/** Each mail is composed at each interval and dropped if it was written before, so the interval is longer. */
const endingProgramsEveryMs = hourMs;
/** The interval is shorter than an alarm lasts. The secrets themselves are counted once an hour. */
const keysEveryMs = 10 * minuteMs;
/** Only a release adds kinds of watchdogs, and a release restarts the worker. */
const newKindsEveryMs = dayMs;

interface ChoreParts {
  readonly bells: WorkBells;
  /** The database login for the chores that go through the rows of all tenants. */
  readonly maintenance: Db;
  readonly sending: Pick<Chore, 'wake' | 'turn'>;
  report(): Promise<void>;
  watchKeys(): Promise<void>;
}

/** The background work of the worker, besides what the queue hands out. */
export function choresOf(ctx: Context, parts: ChoreParts): readonly Chore[] {
  const { bells, maintenance, sending, report, watchKeys } = parts;
  const speedup = ctx.config.checkSpeedup;
  const maintaining = { ...ctx, db: maintenance };
  const erasing = {
    ...ctx,
    maintenance,
    deleteSellersOf,
    revokeConnections: (tenantId: string) => revokeAll(ctx, servicesOf(ctx), tenantId),
  };
  const timelyMs = pacedMs(speedup, timelyEveryMs);
  const targetTransports = [...(ctx.push ? [push.id] : []), ...channelTransports.map(({ id }) => id)];
  return [
    { name: 'heed pauses', turn: (turns) => heedPauses(ctx, turns) },
    {
      name: 'judge due items',
      everyMs: timelyMs,
      wake: bells.wakeFor('items'),
      turn: (turns) => judgeDue(ctx, { turns, speedup }),
    },
    {
      name: 'release held messages',
      everyMs: timelyMs,
      turn: (turns) => releaseHeld(ctx, { turns, speedup }),
    },
    { name: 'end mutes', turn: (turns) => endMutes(ctx, turns) },
    ...(ctx.mailer
      ? [
          {
            name: 'make up mails',
            wake: bells.wakeFor('alerts'),
            turn: (turns: Turns) => makeUpAlertMails(ctx, turns),
          },
          {
            name: 'make up digests',
            everyMs: digestsEveryMs,
            turn: (turns: Turns) => makeUpDigests(ctx, turns),
          },
          {
            name: 'tell of expiring tokens',
            everyMs: expiringTokensEveryMs,
            turn: (turns: Turns) => tellOfExpiringTokens(ctx, turns),
          },
          {
            name: 'tell of ending programs',
            everyMs: endingProgramsEveryMs,
            turn: (turns: Turns) => tellOfEndingAuthorizations(ctx, turns),
          },
        ]
      : []),
    {
      name: 'make up messages to browsers and channels',
      wake: bells.wakeFor('alerts'),
      turn: (turns) => makeUpTargetMessages(ctx, targetTransports, turns),
    },
    { name: 'send messages', everyMs: timelyMs, ...sending },
    { name: 'probe authorizations', turn: (turns) => probeAuthorizations(ctx, turns) },
    { name: 'watch lost authorizations', everyMs: lossesEveryMs, turn: (turns) => watchLosses(ctx, turns) },
    {
      name: 'tell of expiring authorizations',
      everyMs: expiringTokensEveryMs,
      turn: (turns) => tellOfExpiry(ctx, turns),
    },
    { name: 'tell of lost authorizations', turn: (turns) => tellOfLosses(ctx, turns) },
    { name: 'tell of broken connections', turn: (turns) => tellOfBreaks(ctx, turns) },
    { name: 'handle mail reports', turn: (turns) => handleReports(ctx, turns) },
    { name: 'delete seller accounts', wake: bells.wakeFor('deletions'), turn: (turns) => deleteAccounts(ctx, turns) },
    { name: 'delete tenants', everyMs: tenantsEveryMs, turn: (turns) => eraseTenants(erasing, turns) },
    // Two spreadsheets are compiled at the same time, so that one that takes minutes does not delay all others.
    ...(ctx.mailer ? [createCompilingChore(ctx, bells), createCompilingChore(ctx, bells)] : []),
    ...Array.from({ length: ctx.google ? sheetsAtOnce : 0 }, () => createPushingChore(ctx, bells)),
    ...billingChores(ctx, { bells, deleteSellersOf: deleteDataOf }),
    { name: 'heed clock jumps', everyMs: clockJumpsEveryMs, turn: (turns) => heedClockJump(ctx, turns) },
    { name: 'watch keys', everyMs: keysEveryMs, turn: watchKeys },
    { name: 'watch new kinds', everyMs: newKindsEveryMs, turn: (turns) => watchNewKinds(maintaining, turns) },
    { name: 'report to operators', everyMs: reportEveryMs, turn: report },
    { name: 'forget old rows', everyMs: forgetEveryMs, turn: () => forgetOldRows(maintaining) },
  ];
}

/**
 * Deletes the data of a blocked account, and its connections too, so that remaining data does not reach other services.
 */
const deleteDataOf: typeof deleteSellersOf = async (tx, request) => {
  await deleteSellersOf(tx, request);
  await forgetConnections(tx, request.tenantId);
};

/** The services at which we can take our access back ourselves. */
const servicesOf = ({ google, config }: Context) => (google ? [googleSheetsService(google, config)] : []);

const createCompilingChore = (ctx: Context, bells: WorkBells): Chore => ({
  name: 'compile sales spreadsheets',
  wake: bells.wakeFor('spreadsheets'),
  turn: (_turns, signal) => compileSpreadsheets(ctx, signal),
});

const createPushingChore = (ctx: Context, bells: WorkBells): Chore => ({
  name: 'push spreadsheets to Google',
  wake: bells.wakeFor('connections'),
  turn: (turns, signal) => {
    const { google } = ctx;
    return google ? pushDueSheets({ ...ctx, google, signal }, turns) : Promise.resolve();
  },
});
