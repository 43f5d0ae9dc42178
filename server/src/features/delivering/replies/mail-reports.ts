import { AppError } from '@app/shared/base/errors.ts';
import type { Parsed } from '@app/shared/contract/endpoint.ts';
import type { mailHook } from '@app/shared/contract/hooks.ts';
import type { Context } from '../../../context.ts';
import { isSigned, type ReceivedMessage } from '../../../lib/webhook-signature.ts';
import { stopAddress } from './stop-address.ts';
import {
  findReported,
  insertReports,
  isStillReported,
  listWaitingReports,
  markHandled,
  type MailReport,
} from './report-queries.ts';

type Body = Parsed<typeof mailHook>['body'];

/** Only kept: whose addresses they are, the API cannot see across tenants. */
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

/** The worker's part: stops the addresses that were reported. Done twice it does nothing more. */
export async function handleReports(ctx: Pick<Context, 'db' | 'clock' | 'random' | 'config'>): Promise<boolean> {
  const { db, clock } = ctx;
  const reports = await listWaitingReports(db.global, mostPerTurn);
  for (const report of reports) {
    for (const reported of await findReported(db.global, report)) {
      await db.tenant(reported.tenantId, async (tx) => {
        if (!(await isStillReported(tx, reported, report.at))) return;
        await stopAddress(ctx, tx, { ...reported, email: null, reason: reasonOf(report), now: clock.now() });
      });
    }
    await markHandled(db.global, report.reportId, clock.now());
  }
  return reports.length === mostPerTurn;
}

const longest = 300;

const reasonOf = ({ kind, reason }: MailReport): string =>
  (kind === 'complaint' ? 'Its reader has called our mail spam' : reason || 'Mail to it came back for good').slice(
    0,
    longest,
  );
