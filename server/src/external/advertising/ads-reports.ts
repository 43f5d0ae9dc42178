import * as z from 'zod/mini';
import { isDay } from '@app/shared/base/calendar-day.ts';
import { maybe, malformedAnswer, parseAnswer } from '../marketplace/answers/answer.ts';
import type { Transport } from '../marketplace/calls/transport.ts';
import { ExternalError } from '../marketplace/external-error.ts';
import { DamagedReport, isOnTheInternet, unzipReport } from '../marketplace/operations/reports.ts';
import { deadlineMs, jsonOf, type AdsAccess, type AdsCaller } from './ads-caller.ts';
import type { AdsConfig } from './ads-config.ts';

export type AdsReportType = 'spAdvertisedProduct' | 'spPurchasedProduct';

export interface AdsReportRequest {
  readonly profileId: string;
  readonly type: AdsReportType;
  /** Days of the profile's time zone, at most 31, the last one included. */
  readonly from: string;
  readonly to: string;
}

export interface ReportKey {
  readonly profileId: string;
  readonly reportId: string;
}

/** The sales of one product on one day that Amazon attributes to advertisements. */
export interface AdsReportRow {
  readonly date: string;
  readonly asin: string;
  readonly units: number;
  readonly orders: number;
  /** The costs in the currency of the profile; `null` in reports without costs. */
  readonly costCents: number | null;
}

const contentType = 'application/vnd.createasyncreportrequest.v3+json';
const created = z.object({ reportId: z.string().check(z.minLength(1)) });
const duplicate = z.object({ detail: z.string() });
const report = z.object({ status: z.string(), url: maybe(z.string()) });
/**
 * Matches the id of a report. When Amazon is already writing the same report, only the text of its answer with status
 * 425 contains the id.
 */
const reportIdInText = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** A month of a large seller, decompressed, takes a tenth of this limit. */
const mostBytes = 128_000_000;
const mostCompressedBytes = 64_000_000;

const count = z.int().check(z.gte(0));
const dayText = z.string().check(z.refine(isDay, 'is no day'));
const asinText = z.string().check(z.regex(/^[A-Z0-9]{10}$/));

const forms = {
  spAdvertisedProduct: {
    groupBy: ['advertiser'],
    row: z.pipe(
      z.object({
        date: dayText,
        advertisedAsin: asinText,
        unitsSoldSameSku7d: count,
        purchasesSameSku7d: count,
        cost: z.number().check(z.gte(0)),
      }),
      z.transform((row): AdsReportRow => ({
        date: row.date,
        asin: row.advertisedAsin,
        units: row.unitsSoldSameSku7d,
        orders: row.purchasesSameSku7d,
        costCents: Math.round(row.cost * 100),
      })),
    ),
    columns: ['date', 'advertisedAsin', 'unitsSoldSameSku7d', 'purchasesSameSku7d', 'cost'],
  },
  spPurchasedProduct: {
    groupBy: ['asin'],
    row: z.pipe(
      z.object({ date: dayText, purchasedAsin: asinText, unitsSoldOtherSku7d: count, purchasesOtherSku7d: count }),
      z.transform((row): AdsReportRow => ({
        date: row.date,
        asin: row.purchasedAsin,
        units: row.unitsSoldOtherSku7d,
        orders: row.purchasesOtherSku7d,
        costCents: null,
      })),
    ),
    columns: ['date', 'purchasedAsin', 'unitsSoldOtherSku7d', 'purchasesOtherSku7d'],
  },
} as const;

export async function createAdsReport(
  caller: AdsCaller,
  access: AdsAccess,
  request: AdsReportRequest,
): Promise<string> {
  const operation = 'createAdsReport';
  const { profileId, type, from: startDate, to: endDate } = request;
  const { groupBy, columns } = forms[type];
  const content = {
    name: `${type} ${startDate} to ${endDate}`,
    startDate,
    endDate,
    configuration: {
      adProduct: 'SPONSORED_PRODUCTS',
      groupBy,
      columns,
      reportTypeId: type,
      timeUnit: 'DAILY',
      format: 'GZIP_JSON',
    },
  };
  const call = { operation, path: '/reporting/reports', profileId, body: { contentType, content } };
  const { status, text } = await caller(access, call, [425]);
  const answer = jsonOf(operation, text);
  if (status !== 425) return parseAnswer(operation, created, answer).reportId;
  const [reportId] = reportIdInText.exec(parseAnswer(operation, duplicate, answer).detail) ?? [];
  if (reportId === undefined) throw malformedAnswer(operation, 'status 425 without the id of the report');
  return reportId;
}

interface AdsReportState {
  readonly status: 'waiting' | 'done' | 'failed';
  readonly url: string | null;
}

export async function getAdsReport(
  caller: AdsCaller,
  access: AdsAccess,
  { profileId, reportId }: ReportKey,
): Promise<AdsReportState> {
  const operation = 'getAdsReport';
  const path = `/reporting/reports/${encodeURIComponent(reportId)}`;
  const { text } = await caller(access, { operation, path, profileId });
  const { status, url } = parseAnswer(operation, report, jsonOf(operation, text));
  // Without this check the report would pass for an empty one.
  if (status === 'COMPLETED' && url === null) throw malformedAnswer(operation, 'completed, and names no document');
  if (status === 'COMPLETED') return { status: 'done', url };
  return { status: status === 'FAILED' || status === 'CANCELLED' ? 'failed' : 'waiting', url: null };
}

interface DownloadPorts {
  readonly caller: AdsCaller;
  readonly transport: Transport;
  readonly config: Pick<AdsConfig, 'addresses'>;
}

/**
 * Downloads the rows of a completed report. Its address is requested each time, and once more if it has expired on the
 * way.
 */
export async function downloadAdsReport(
  ports: DownloadPorts,
  access: AdsAccess,
  { type, ...key }: ReportKey & Pick<AdsReportRequest, 'type'>,
): Promise<readonly AdsReportRow[]> {
  const response = (await fetchDocument(ports, access, key)) ?? (await fetchDocument(ports, access, key));
  if (!response) throw documentError('its address has expired twice');
  const plain = await unzipReport(new Uint8Array(await response.arrayBuffer()), mostBytes);
  return readRows(plain.toString('utf8'), type);
}

/** The statuses of an expired address. Amazon's storage answers 403 when the signature in an address has expired. */
const expired = new Set([400, 403, 404, 410]);

async function fetchDocument(
  { caller, transport, config }: DownloadPorts,
  access: AdsAccess,
  key: ReportKey,
): Promise<Response | null> {
  const operation = 'downloadAdsReport';
  const { status, url } = await getAdsReport(caller, access, key);
  if (status !== 'done' || url === null) throw documentError('the report is no longer complete');
  const isReal = config.addresses[access.region]?.apiUrl.startsWith('https:') === true;
  if (isReal && !isOnTheInternet(url)) throw documentError('its address does not belong to Amazon');
  const signal = AbortSignal.timeout(deadlineMs);
  const response = await transport.send(operation, url, { mostBytes: mostCompressedBytes, signal });
  if (expired.has(response.status)) return null;
  if (!response.ok) throw documentError(`status ${response.status}`);
  return response;
}

const documentError = (reason: string): ExternalError =>
  new ExternalError('downloadAdsReport', `document: ${reason}`, { isPermanent: false });

/** One row that cannot be read makes the whole report useless, because a sum without it would be wrong. */
function readRows(text: string, type: AdsReportType): readonly AdsReportRow[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new DamagedReport('not JSON, or cut off', { cause });
  }
  const rows = z.array(forms[type].row).safeParse(content);
  if (!rows.success) {
    const [issue] = rows.error.issues;
    throw new DamagedReport(`${type}: ${issue?.path.join('.') || 'content'} ${issue?.message}`);
  }
  return rows.data;
}
