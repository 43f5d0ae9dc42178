import { addDays } from '@app/shared/base/calendar-day.ts';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { dayMs } from '@app/shared/base/time.ts';
import type { Advertising } from '../../../../external/advertising/advertising.ts';
import type { AdsReportRow, AdsReportType } from '../../../../external/advertising/ads-reports.ts';
import { AuthorizationLost, ExternalError, OutOfQuota } from '../../../../external/marketplace/external-error.ts';
import { lockTenant } from '../../../../lib/db/lock-tenant.ts';
import { nextWorldVersion } from '../../../../lib/db/world-version.ts';
import { adsService, adsServiceId } from '../../../advertising/ads-service.ts';
import { listProfilesOf, stampAccount, type ReportedProfile } from '../../../advertising/profile-queries.ts';
import { lockReported, writeReport } from '../../../advertising/report-queries.ts';
import { stampProducts } from '../../../catalog/sales/sales-queries.ts';
import { callWithAccess } from '../../../connections/access-token.ts';
import { findConnection, lockConnection, type StoredConnection } from '../../../connections/connection-queries.ts';
import { noteFailure } from '../../../connections/standing.ts';
import { noteBreak, noteSuccess } from '../../../connections/standing-queries.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { steppedSource, type Step, type StepWork } from '../source.ts';
import { reportStep, type ReportStepContext } from './report-pass.ts';

const everyMinutes = 1440;
/**
 * Each pass reads this many days again: Amazon attributes a sale to a click of up to seven days before, and cancelled
 * orders are removed later.
 */
const daysReadAnew = 14;
/** The longest range of a report. */
const mostDays = 31;

const reportTypes: readonly AdsReportType[] = ['spAdvertisedProduct', 'spPurchasedProduct'];
const done: Step = { state: 'done', progress: null };

/**
 * The sales and costs of Sponsored Products by day, of every profile of an account whose advertising is connected. The
 * first pass reads a month, and each night the last two weeks are read again.
 */
export const advertising = steppedSource({
  name: 'advertising',
  aspects: [],
  scope: 'account',
  everyMinutes,
  announcedBy: [],
  needsAdvertising: true,
  async step(ctx, work) {
    const { key, passStartedAt } = work;
    const { tenantId, sellerAccountId } = key;
    const { connection, profiles } = await ctx.db.tenant(tenantId, async (tx) => ({
      connection: await findConnection(tx, { tenantId, service: adsServiceId, subject: sellerAccountId }),
      profiles: await listProfilesOf(tx, key, passStartedAt),
    }));
    if (!ctx.advertising || !connection?.encryptedRefreshToken || connection.nextTryAt === null) return done;
    const reading = { connection, profiles, advertising: ctx.advertising };
    try {
      const step = await readReports(ctx, work, reading);
      if (step.state === 'done') await noteRead(ctx, connection);
      return step;
    } catch (error) {
      if (!(error instanceof ExternalError) || error instanceof OutOfQuota) throw error;
      const reason = reasonToStop(error);
      if (reason === null) {
        await noteFailure(ctx, connection, `Amazon Advertising did not deliver its reports (${error.message})`);
        throw error;
      }
      await endConnection(ctx, work, { connection, reason, isLost: error instanceof AuthorizationLost });
      return done;
    }
  },
});

interface Reading {
  readonly connection: StoredConnection;
  readonly profiles: readonly ReportedProfile[];
  readonly advertising: Advertising;
}

async function readReports(ctx: ObservingContext, work: StepWork, reading: Reading): Promise<Step> {
  const { key, passStartedAt } = work;
  const wanted = reading.profiles.flatMap(({ marketplace }) =>
    reportTypes.map((type) => ({ key: `${marketplace} ${type}`, reportType: type, marketplaceIds: [marketplace] })),
  );
  return reportStep(reportCalls(ctx, work, reading), work, {
    wanted,
    async take({ key: name, content }) {
      const rows = content ?? [];
      const [profile, type] = namedIn(reading, name);
      const { marketplace } = profile;
      const { from, to } = rangeOf(profile, passStartedAt);
      await ctx.db.tenant(key.tenantId, async (tx) => {
        const asins = [...new Set(rows.map(({ asin }) => asin))];
        const productIds = await lockReported(tx, key, { marketplace, from, asins });
        await writeReport(tx, key, { type, marketplace, from, to, rows, readAt: ctx.clock.now() });
        const version = await nextWorldVersion(tx, key.tenantId, { isQuiet: true });
        await stampProducts(tx, key, { productIds, version });
      });
      return rows.length;
    },
  });
}

/** Adapts the calls to those of a pass of reports. The id of a report includes its profile. */
function reportCalls(
  ctx: ObservingContext,
  work: StepWork,
  reading: Reading,
): ReportStepContext<readonly AdsReportRow[]> {
  const { advertising: ads, connection } = reading;
  const { region } = work.access;
  const call = <T>(send: (access: { region: Region; accessToken: string }) => Promise<T>): Promise<T> =>
    callWithAccess(ctx, { service: adsService(ctx, region), key: connection }, (accessToken) =>
      send({ region, accessToken }),
    );
  return {
    log: ctx.log,
    marketplace: {
      async createReport(_access, { reportType, marketplaceIds }) {
        const [profile, type] = namedIn(reading, `${marketplaceIds[0]} ${reportType}`);
        const { profileId } = profile;
        const range = rangeOf(profile, work.passStartedAt);
        const reportId = await call((access) => ads.createReport(access, { profileId, type, ...range }));
        return [profileId, type, reportId].join(' ');
      },
      async getReport(_access, name) {
        return { status: await call((access) => ads.getReport(access, reportNamed(name))), documentId: name };
      },
      downloadReport: (_access, name) => call((access) => ads.downloadReport(access, reportNamed(name))),
    },
  };
}

function reportNamed(name: string) {
  const [profileId = '', type, reportId = ''] = name.split(' ');
  return { profileId, type: typeNamed(type), reportId };
}

function typeNamed(name: string | undefined): AdsReportType {
  const type = reportTypes.find((one) => one === name);
  if (!type) throw new Error(`No report of advertising is called ${name}`);
  return type;
}

function namedIn({ profiles }: Reading, name: string): readonly [ReportedProfile, AdsReportType] {
  const [marketplace, type] = name.split(' ');
  const profile = profiles.find((one) => one.marketplace === marketplace);
  if (!profile) throw new Error(`No profile of the account advertises in ${marketplace}`);
  return [profile, typeNamed(type)];
}

/**
 * Returns a range that ends with the last complete day of the profile and includes the days that were missed, as far
 * back as one report can reach.
 */
function rangeOf({ timeZone, reportedTo }: ReportedProfile, at: Date): { readonly from: string; readonly to: string } {
  const to = addDays(new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at), -1);
  const earliest = addDays(to, 1 - mostDays);
  const usual = addDays(to, 1 - daysReadAnew);
  const missed = reportedTo === null ? earliest : addDays(reportedTo, 1);
  const from = missed < usual ? missed : usual;
  return { from: from < earliest ? earliest : from, to };
}

/** The reason why only a person can mend the connection; `null` for a failure that may pass. */
function reasonToStop(error: ExternalError): string | null {
  if (error instanceof AuthorizationLost || error.status === 401) return lostReason;
  if (error.status === 403)
    return 'Amazon Advertising denies access to the account. Please connect again as its advertiser.';
  return null;
}

const lostReason =
  'Amazon Advertising no longer lets Watchpost in: the access was taken back, or it has expired. Please connect again.';

interface EndedConnection {
  readonly connection: StoredConnection;
  readonly reason: string;
  /** True if the connection was already noted as broken, because its token could not be refreshed. */
  readonly isLost: boolean;
}

async function endConnection(
  ctx: ObservingContext,
  { key }: StepWork,
  { connection, reason, isLost }: EndedConnection,
): Promise<void> {
  const { tenantId } = key;
  const isEnded = await ctx.db.tenant(tenantId, async (tx) => {
    // A new consent takes its locks in this order too.
    await lockTenant(tx, tenantId);
    if (!isLost) {
      const current = await lockConnection(tx, connection);
      // The user has connected again since the step began: the refusal of the older access says nothing about the new
      // one.
      if (current?.since.getTime() !== connection.since.getTime()) return false;
      await noteBreak(tx, connection, { reason, now: ctx.clock.now(), endsTokens: true });
    }
    await stampAccount(tx, key, await nextWorldVersion(tx, tenantId));
    return true;
  });
  if (isEnded) ctx.log.warn({ ...key, reason }, 'the advertising of an account is no longer connected');
}

async function noteRead({ db, clock, config }: ObservingContext, connection: StoredConnection): Promise<void> {
  const now = clock.now();
  const nextTryAt = new Date(now.getTime() + dayMs / config.checkSpeedup);
  await db.tenant(connection.tenantId, (tx) => noteSuccess(tx, connection, { now, nextTryAt }));
}
