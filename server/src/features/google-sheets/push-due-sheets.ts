import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import type { Context } from '../../context.ts';
import type { Google } from '../../external/google/google.ts';
import { SpreadsheetInBin, SpreadsheetLost } from '../../external/google/sheets-refusal.ts';
import { ApplicationRefused, AuthorizationLost, ExternalError } from '../../external/marketplace/external-error.ts';
import type { Tx } from '../../lib/db/db.ts';
import { missingKeyWaitMs, UnknownKey } from '../../lib/secrets.ts';
import { everyTurn, mayHaveMore } from '../../lib/jobs/tenant-turns.ts';
import { claimConnection, listDueConnections, releaseConnection } from '../connections/connection-queries.ts';
import { endGrant, isEnded } from '../connections/ended-grants.ts';
import type { ConnectionKey } from '../connections/service.ts';
import { holdsClaim, noteBreak, noteSuccess } from '../connections/standing-queries.ts';
import { noteFailureIn } from '../connections/standing.ts';
import { pushSheet, type PushContext } from './push-sheet.ts';
import { googleSheetsService } from './service.ts';
import { findSheet, markLost } from './sheet-queries.ts';

type DueContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys' | 'log' | 'config'> & {
  readonly google: Google;
  /** Fires when the process is to stop. */
  readonly signal?: AbortSignal;
  readonly mostMs?: number;
};

type ClaimedContext = Omit<PushContext, 'signal'> & Pick<DueContext, 'config' | 'signal' | 'mostMs'>;

/**
 * A push is ended after this time, because few pushes run at the same time and a slow spreadsheet would hold up those
 * of other accounts. The push of 10,000 products takes less than a minute.
 */
const usualMostMs = 5 * minuteMs;
/** Longer than a push can take. */
const leaseMs = 15 * minuteMs;
const everyMs = hourMs;
const mostDue = 20;

/** Pushes the sheets that are due, and ends the access of connections that were ended. Returns true if there may be more. */
export async function pushDueSheets(ctx: DueContext, turns = everyTurn): Promise<boolean> {
  const service = googleSheetsService(ctx.google, ctx.config);
  const now = ctx.clock.now();
  const due = await ctx.db.acrossTenants((db) => listDueConnections(db, { service: service.id, now, most: mostDue }));
  const pushing = { ...ctx, sheets: ctx.google.sheets, service };
  const taken = await turns.each(due, async (key) => {
    // Pushes before this one may have taken longer than a lease.
    const until = new Date(ctx.clock.now().getTime() + leaseMs);
    const claimed = await ctx.db.tenant(key.tenantId, (tx) => claimConnection(tx, key, { now, until }));
    if (claimed && isEnded(claimed)) await endGrant(ctx, service, claimed);
    else if (claimed) await pushClaimed(pushing, key, until);
  });
  return mayHaveMore(taken, mostDue);
}

async function pushClaimed(ctx: ClaimedContext, key: ConnectionKey, until: Date): Promise<void> {
  const { db, clock, log, signal: stop, mostMs = usualMostMs } = ctx;
  const deadline = AbortSignal.timeout(mostMs);
  // If the owner has connected again, perhaps with another account, this push says nothing about the new consent.
  const settle = (work: (tx: Tx) => Promise<void>): Promise<void> =>
    db.tenant(key.tenantId, async (tx) => {
      if (await holdsClaim(tx, key, until)) await work(tx);
    });
  try {
    await pushSheet({ ...ctx, signal: stop ? AbortSignal.any([stop, deadline]) : deadline }, key);
    const now = clock.now();
    const nextTryAt = new Date(now.getTime() + everyMs / ctx.config.checkSpeedup);
    await settle((tx) => noteSuccess(tx, key, { now, nextTryAt }));
  } catch (error) {
    if (error instanceof UnknownKey) {
      const nextTryAt = new Date(clock.now().getTime() + missingKeyWaitMs);
      return settle((tx) => releaseConnection(tx, key, nextTryAt));
    }
    if (!(error instanceof ExternalError)) throw error;
    // Another process repeats the push.
    if (stop?.aborted) return settle((tx) => releaseConnection(tx, key, clock.now()));
    const level = error instanceof ApplicationRefused ? 'error' : 'warn';
    log[level]({ ...key, reason: error.message }, 'a spreadsheet at Google could not be updated');
    if (error instanceof SpreadsheetLost) await settle((tx) => noteLoss(tx, key, { error, now: clock.now() }));
    else if (!(error instanceof AuthorizationLost)) {
      await settle((tx) => noteFailureIn(tx, ctx, { key, reason: reasonOf(error) }));
    }
  }
}

async function noteLoss(
  tx: Tx,
  key: ConnectionKey,
  { error, now }: { readonly error: SpreadsheetLost; readonly now: Date },
): Promise<void> {
  const cause =
    error.status === 404 ? 'The spreadsheet was deleted' : 'Google no longer lets Watchpost edit the spreadsheet';
  const sheet = await findSheet(tx, key);
  if (sheet?.spreadsheetId) await markLost(tx, key, sheet.spreadsheetId);
  const reason = `${cause}. Please connect again: Watchpost then makes a new one.`;
  await noteBreak(tx, key, { reason, now, endsTokens: false });
}

function reasonOf(error: ExternalError): string {
  if (error instanceof SpreadsheetInBin) {
    return 'The spreadsheet is in the bin of Google Drive. Take it out, or delete it there for good and connect again.';
  }
  if (error instanceof ApplicationRefused) return 'Google refuses Watchpost itself, which its operator has to mend.';
  const { status, message } = error;
  if (status === 429) return 'Google takes no more updates of this account for the moment.';
  if (status === 400) return `Google refused the update (${message}).`;
  return 'Google did not answer as it should.';
}
