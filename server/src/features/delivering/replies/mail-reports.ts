import { AppError } from '@app/shared/base/errors.ts';
import type { ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { mailHook } from '@app/shared/contract/hooks.ts';
import type { Context } from '../../../context.ts';
import { everyTurn, type Turns } from '../../../lib/jobs/tenant-turns.ts';
import { isSigned, type ReceivedMessage } from '../../../lib/webhook-signature.ts';
import { stopAddress } from '../transports/stop-address.ts';
import {
  findReported,
  insertReports,
  isStillReported,
  listWaitingReports,
  markHandled,
  type MailReport,
  type ReportedAddress,
} from './report-queries.ts';

type Body = ParsedRequest<typeof mailHook>['body'];

/** Stores the reports. The API cannot see across tenants which addresses they concern; the worker can. */
export async function takeReports(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  received: ReceivedMessage,
  { events }: Body,
): Promise<undefined> {
  const { mailHookSecret } = config;
  const now = clock.now();
  if (mailHookSecret === null) throw new AppError('serviceOff');
  if (!isSigned(mailHookSecret, received, now)) throw new AppError('badSignature');
  const reports = events.flatMap((event, index) =>
    event.type === 'bounce' && !event.isPermanent
      ? []
      : [
          {
            reportId: `${received.id}/${index}`,
            email: event.email,
            kind: event.type,
            reason: event.reason,
            at: event.at === undefined ? now : new Date(event.at),
          },
        ],
  );
  if (reports.length > 0) await insertReports(db.global, reports, now);
}

const mostPerTurn = 100;

type HandlingContext = Pick<Context, 'db' | 'clock' | 'random' | 'config'>;

/**
 * Stops the reported addresses. Runs in the worker; repeating it changes nothing. If handling a report fails for one
 * tenant, the report is kept for the next run, and does not count, so that such reports do not hold up later ones.
 */
export async function handleReports(ctx: HandlingContext, turns = everyTurn): Promise<boolean> {
  const kept: string[] = [];
  let handled = 0;
  while (handled < mostPerTurn) {
    const reports = await listWaitingReports(ctx.db.global, { except: kept, most: mostPerTurn - handled });
    if (reports.length === 0) return false;
    for (const report of reports) {
      if (await handleReport(ctx, turns, report)) handled += 1;
      else kept.push(report.reportId);
    }
  }
  return true;
}

async function handleReport(ctx: HandlingContext, turns: Turns, report: MailReport): Promise<boolean> {
  const { db, clock } = ctx;
  const addresses = await findReported(db.global, report);
  const stopped = await turns.each(addresses, (address) => stopReported(ctx, address, report));
  if (stopped.length < addresses.length) return false;
  await markHandled(db.global, report.reportId, clock.now());
  return true;
}

const stopReported = (
  { db, clock, ...ctx }: HandlingContext,
  address: ReportedAddress,
  report: MailReport,
): Promise<void> =>
  db.tenant(address.tenantId, async (tx) => {
    if (!(await isStillReported(tx, address, report.at))) return;
    const stop = { ...address, email: null, reason: reasonOf(report), now: clock.now() };
    await stopAddress({ ...ctx, clock }, tx, stop);
  });

const longest = 300;

const reasonOf = ({ kind, reason }: MailReport): string =>
  (kind === 'complaint' ? 'Its reader has called our mail spam' : reason || 'Mail to it came back for good').slice(
    0,
    longest,
  );
