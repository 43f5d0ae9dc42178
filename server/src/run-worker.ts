import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { push } from '@app/shared/transports/push.ts';
import { channelTransports } from '@app/shared/transports/registry.ts';
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
import { openSenders } from './features/delivering/open-senders.ts';
import { createOutbox } from './features/delivering/outbox/outbox.ts';
import { googleSheetsService } from './features/google-sheets/service.ts';
import { pushDueSheets } from './features/google-sheets/push-due-sheets.ts';
import { handleReports } from './features/delivering/replies/mail-reports.ts';
import { releaseHeld } from './features/delivering/holding/release-held.ts';
import { endMutes, judgeDue } from './features/judging/due.ts';
import { createJudging } from './features/judging/ingest.ts';
import { watchNewKinds } from './features/judging/new-kinds.ts';
import { heedPauses } from './features/judging/pauses.ts';
import { createQuotaBuckets } from './features/observing/quota/quota-buckets.ts';
import { heedClockJump } from './features/observing/sweeping/clock-jump.ts';
import { compileSpreadsheets } from './features/sales-spreadsheet/compile-spreadsheets.ts';
import { deleteAccounts } from './features/sellers/deleted-accounts/delete-accounts.ts';
import { deleteSellersOf } from './features/sellers/delete-seller.ts';
import { createReader, processFigureGroup, productFigureGroup } from './features/operating/figures/read-figures.ts';
import {
  endReport,
  reportEveryMs,
  reportProcess,
  reportSetAsideTurns,
} from './features/operating/processes/report-process.ts';
import { probeAuthorizations } from './features/sellers/standing/probe-authorizations.ts';
import { watchLosses } from './features/sellers/standing/watch-losses.ts';
import { eraseTenants } from './features/tenant-data/deletion/erase-tenants.ts';
import { forgetOldRows } from './forget-old-rows.ts';
import { openHealthApp } from './health-app.ts';
import { systemClock } from './lib/clock.ts';
import { openDb, type Db } from './lib/db/db.ts';
import { openListener } from './lib/db/listen.ts';
import { dbLimits } from './lib/db/limits.ts';
import type { Turns } from './lib/jobs/tenant-turns.ts';
import { Wake } from './lib/wake.ts';
import { openContext } from './open-context.ts';
import type { RunningProcess } from './run-api.ts';
import { readVersion } from './version.ts';
import { waitForTables } from './wait-for-tables.ts';
import { noFailures, startWorker, type Chore } from './worker.ts';
import { keyFigureGroup } from './sealed/key-figures.ts';
import { watchKeys } from './sealed/watch-keys.ts';

const maxConnections = 12;
/** One connection for each of the two chores that go through the rows of all tenants. */
const maintenanceConnections = 2;
const forgetEveryMs = 3_600_000;
/** Short, because a person waits for a deletion, and yet a marketplace that is down is not called every second. */
const deletionsEveryMs = 5_000;
/** A deletion begins days after it was asked for; only its first mail is waited for. */
const tenantsEveryMs = 30_000;
/** Well within the time for which the mail about a loss waits. */
const lossesEveryMs = 30_000;
const clockJumpsEveryMs = 60_000;
/** Short, because a person who has just connected waits for the first rows. */
const sheetsEveryMs = 3_000;
/** A spreadsheet of many products takes a minute; it does not delay the others. */
const sheetsAtOnce = 3;
const digestsEveryMs = 15_000;
/** Tokens and authorisations are announced days before they expire. */
const expiringTokensEveryMs = 600_000;
/** Shorter than an alarm lasts. The secrets themselves are counted once an hour. */
const keysEveryMs = 600_000;
/** Only a release adds kinds of watchdogs, and a release restarts the worker. */
const newKindsEveryMs = 86_400_000;

/** Starts all background work: observing passes facts to judging, and the flips of judging are delivered. */
export async function runWorker(config: Config, log: Logger): Promise<RunningProcess> {
  const ctx = openContext({
    config,
    log,
    databaseUrl: config.databaseWorkerUrl,
    maxConnections,
    limits: dbLimits.worker,
    bucketsIn: (db) => createQuotaBuckets({ db: db.global, clock: systemClock, speedup: config.checkSpeedup }),
  });
  const maintenance = { ...ctx, db: openMaintenance(config, log) };
  const keyFigures = keyFigureGroup(maintenance);
  const failures = noFailures();
  const health = await openHealthApp(config, ctx.db, [
    productFigureGroup(createReader(ctx)),
    keyFigures,
    processFigureGroup({ measurePool: () => ctx.db.measurePool(), answers: ctx.answers, loops: failures.loops }),
  ]);
  await waitForTables(ctx);
  // The worker hears nothing by it: it finds out that the database has vanished.
  const pulse = await openListener(
    { ...ctx, url: config.databaseWorkerUrl },
    { channels: {}, onConnect: () => undefined },
  );
  const erasing = {
    ...ctx,
    maintenance: maintenance.db,
    deleteSellersOf,
    revokeConnections: (tenantId: string) => revokeAll(ctx, servicesOf(ctx), tenantId),
  };
  const delivering = new Wake<true>();
  const telling = new Wake<true>();
  const sending = new Wake<true>();
  const outbox = createOutbox(ctx, openSenders(ctx), sending);
  const sendNow = <T>(hasMore: T): T => {
    sending.ring(true);
    return hasMore;
  };
  const identity = {
    processId: ctx.random.uuid(),
    role: 'worker',
    version: readVersion(),
    startedAt: ctx.clock.now(),
  } as const;
  const report = async (): Promise<void> => {
    await reportProcess(ctx, { identity, answers: ctx.answers, loops: failures.loops });
    await reportSetAsideTurns(ctx, identity, failures.turns);
  };
  const targetTransports = [...(ctx.push ? [push.id] : []), ...channelTransports.map(({ id }) => id)];
  const chores: readonly Chore[] = [
    { name: 'heed pauses', turn: (turns) => heedPauses(ctx, turns) },
    { name: 'judge due items', turn: (turns) => judgeDue(ctx, { turns, speedup: config.checkSpeedup }) },
    {
      name: 'release held messages',
      turn: async (turns) => {
        const hasMore = await releaseHeld(ctx, { turns, speedup: config.checkSpeedup });
        [delivering, telling].forEach((wake) => wake.ring(true));
        return hasMore;
      },
    },
    { name: 'end mutes', turn: (turns) => endMutes(ctx, turns) },
    ...(ctx.mailer
      ? [
          {
            name: 'make up mails',
            wake: delivering,
            turn: (turns: Turns) => makeUpAlertMails(ctx, turns).then(sendNow),
          },
          {
            name: 'make up digests',
            everyMs: digestsEveryMs,
            turn: (turns: Turns) => makeUpDigests(ctx, turns).then(sendNow),
          },
          {
            name: 'tell of expiring tokens',
            everyMs: expiringTokensEveryMs,
            turn: (turns: Turns) => tellOfExpiringTokens(ctx, turns).then(sendNow),
          },
        ]
      : []),
    {
      name: 'make up messages to browsers and channels',
      wake: telling,
      turn: (turns) => makeUpTargetMessages(ctx, targetTransports, turns).then(sendNow),
    },
    { name: 'send messages', wake: sending, turn: () => outbox.turn() },
    { name: 'probe authorizations', turn: (turns) => probeAuthorizations(ctx, turns) },
    { name: 'watch lost authorizations', everyMs: lossesEveryMs, turn: (turns) => watchLosses(ctx, turns) },
    {
      name: 'tell of expiring authorizations',
      everyMs: expiringTokensEveryMs,
      turn: (turns) => tellOfExpiry(ctx, turns).then(sendNow),
    },
    { name: 'tell of lost authorizations', turn: (turns) => tellOfLosses(ctx, turns) },
    { name: 'tell of broken connections', turn: (turns) => tellOfBreaks(ctx, turns) },
    { name: 'handle mail reports', turn: (turns) => handleReports(ctx, turns) },
    { name: 'delete seller accounts', everyMs: deletionsEveryMs, turn: (turns) => deleteAccounts(ctx, turns) },
    { name: 'delete tenants', everyMs: tenantsEveryMs, turn: (turns) => eraseTenants(erasing, turns) },
    // Two at once, so that a file of minutes does not delay all others.
    ...(ctx.mailer ? [compiling(ctx, sendNow), compiling(ctx, sendNow)] : []),
    ...Array.from({ length: ctx.google ? sheetsAtOnce : 0 }, () => pushing(ctx)),
    ...billingChores(ctx, { deleteSellersOf: deleteDataOf }),
    { name: 'heed clock jumps', everyMs: clockJumpsEveryMs, turn: (turns) => heedClockJump(ctx, turns) },
    { name: 'watch keys', everyMs: keysEveryMs, turn: () => watchKeys(maintenance, keyFigures) },
    { name: 'watch new kinds', everyMs: newKindsEveryMs, turn: (turns) => watchNewKinds(maintenance, turns) },
    { name: 'report to operators', everyMs: reportEveryMs, turn: report },
    { name: 'forget old rows', everyMs: forgetEveryMs, turn: () => forgetOldRows(maintenance) },
  ];
  const judging = createJudging(ctx, {
    speedup: config.checkSpeedup,
    onFlips: () => [delivering, telling].forEach((wake) => wake.ring(true)),
  });
  const worker = await startWorker(ctx, { judging, chores, failures });
  return {
    url: health?.url ?? null,
    async stop() {
      await worker.stop();
      await outbox.stop();
      await health?.close();
      await endReport(ctx, identity);
      await pulse.close();
      await maintenance.db.close();
      await ctx.close();
    },
  };
}

/** The remaining data of a blocked account must not reach other services either. */
const deleteDataOf: typeof deleteSellersOf = async (tx, request) => {
  await deleteSellersOf(tx, request);
  await forgetConnections(tx, request.tenantId);
};

/** The services at which we can take our access back ourselves. */
const servicesOf = ({ google, config }: Context) => (google ? [googleSheetsService(google, config)] : []);

const compiling = (ctx: Context, sendNow: <T>(hasMore: T) => T): Chore => ({
  name: 'compile sales spreadsheets',
  turn: (_turns, signal) => compileSpreadsheets(ctx, signal).then(sendNow),
});

const pushing = (ctx: Context): Chore => ({
  name: 'push spreadsheets to Google',
  everyMs: sheetsEveryMs,
  turn: (turns, signal) => {
    const { google } = ctx;
    return google ? pushDueSheets({ ...ctx, google, signal }, turns) : Promise.resolve();
  },
});

const openMaintenance = (config: Config, log: Logger): Db =>
  openDb({
    url: config.databaseWorkerUrl,
    maxConnections: maintenanceConnections,
    limits: dbLimits.maintenance,
    onIdleError: (error) => log.warn({ err: error }, 'the database closed an idle connection'),
  });
