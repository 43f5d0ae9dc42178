import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod/mini';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { codeOfError } from '@app/shared/base/thrown.ts';
import { malformedAnswer, maybe, parseAnswer } from '../answers/answer.ts';
import type { Caller } from '../calls/caller.ts';
import { ExternalError } from '../external-error.ts';
import type { SellerAccess } from '../seller-access.ts';
import type { Transport } from '../calls/transport.ts';

export interface ReportRequest {
  readonly reportType: string;
  readonly marketplaceIds: readonly string[];
  /** The period of the report, for types that have one. */
  readonly from?: Date;
  readonly to?: Date;
}

export interface ReportState {
  readonly status: 'waiting' | 'done' | 'empty' | 'failed';
  readonly documentId: string | null;
}

const folder = '/reports/2021-06-30';
/** A month of orders of a large seller takes a third of this limit. */
const mostReportBytes = 256_000_000;

const created = z.object({ reportId: z.string() });
const report = z.object({ processingStatus: z.string(), reportDocumentId: maybe(z.string()) });
const document = z.object({ url: z.string(), compressionAlgorithm: maybe(z.string()) });

export async function createReport(caller: Caller, access: SellerAccess, request: ReportRequest): Promise<string> {
  const operation = 'createReport';
  const { reportType, marketplaceIds, from, to } = request;
  const body = {
    reportType,
    marketplaceIds,
    ...(from && { dataStartTime: from.toISOString() }),
    ...(to && { dataEndTime: to.toISOString() }),
  };
  // The subject is the type, because each type of report requires its own role.
  const call = { operation, subject: reportType, method: 'POST', path: `${folder}/reports`, body } as const;
  return parseAnswer(operation, created, await caller.ofSeller(access, call)).reportId;
}

export async function getReport(caller: Caller, access: SellerAccess, reportId: string): Promise<ReportState> {
  const operation = 'getReport';
  const path = `${folder}/reports/${encodeURIComponent(reportId)}`;
  const answer = parseAnswer(operation, report, await caller.ofSeller(access, { operation, subject: null, path }));
  const { processingStatus, reportDocumentId: documentId } = answer;
  const status = statusOf(processingStatus);
  // Without this check the report would pass for an empty one.
  if (status === 'done' && documentId === null) throw malformedAnswer(operation, 'done, and names no document');
  return { status, documentId };
}

/** Amazon cancels a report by itself when it would be empty. */
function statusOf(processingStatus: string): ReportState['status'] {
  if (processingStatus === 'DONE') return 'done';
  if (processingStatus === 'CANCELLED') return 'empty';
  return processingStatus === 'FATAL' ? 'failed' : 'waiting';
}

/** The document is not a complete report and never will be, so another report has to be requested. */
export class DamagedReport extends ExternalError {
  override readonly name = 'DamagedReport';
  /**
   * The length of a document that may be complete after all, which a second report of the same length proves; `null`
   * for any other fault.
   */
  readonly suspectedLength: number | null;

  constructor(
    reason: string,
    { length = null, cause }: { readonly length?: number | null; readonly cause?: unknown } = {},
  ) {
    super('getReportDocument', `document: ${reason}`, { isPermanent: true, cause });
    this.suspectedLength = length;
  }
}

interface DownloadPorts {
  readonly apiUrls: Readonly<Record<Region, string | null>>;
  readonly caller: Pick<Caller, 'ofSeller'>;
  readonly transport: Transport;
}

/**
 * Returns the text of a report. The address of its document expires after five minutes, so it is requested each time.
 */
export async function downloadReport(
  { apiUrls, caller, transport }: DownloadPorts,
  access: SellerAccess,
  documentId: string,
): Promise<string> {
  const operation = 'getReportDocument';
  const path = `${folder}/documents/${encodeURIComponent(documentId)}`;
  const { url, compressionAlgorithm } = parseAnswer(
    operation,
    document,
    await caller.ofSeller(access, { operation, subject: null, path }),
  );
  if (apiUrls[access.region]?.startsWith('https:') && !isOnTheInternet(url)) {
    throw new ExternalError(operation, 'document: its address does not belong to the marketplace', {
      isPermanent: false,
    });
  }
  const response = await transport.send(operation, url, { mostBytes: mostReportBytes });
  if (!response.ok) throw new ExternalError(operation, `document: status ${response.status}`, { isPermanent: false });
  const bytes = Buffer.from(await response.arrayBuffer());
  const plain = compressionAlgorithm === 'GZIP' ? await unzipReport(bytes, mostReportBytes) : bytes;
  return decodeReport(plain, response.headers.get('content-type'));
}

/** The document address comes from outside. The real marketplace never uses an address in a private network. */
export function isOnTheInternet(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') return false;
  const isNumber = /^(\[|[\d.]+$)/.test(url.hostname);
  return !isNumber && /[^.]\.[^.]/.test(url.hostname) && !/\.(local|internal|localhost)\.?$/.test(url.hostname);
}

/**
 * The size in bytes of the chunks into which a report is decompressed. The default of 16 kB takes many more turns of
 * the event loop.
 */
const chunkSize = 1_048_576;

/** Decompresses a report. The limit counts decompressed bytes, whatever length the document declares. */
export async function unzipReport(bytes: Uint8Array, mostBytes: number): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: mostBytes, chunkSize });
  } catch (cause) {
    const isTooLong = codeOfError(cause) === 'ERR_BUFFER_TOO_LARGE';
    throw new DamagedReport(isTooLong ? `longer than ${mostBytes} bytes` : 'not gzip, or cut off', { cause });
  }
}

/**
 * Reports of Europe and Japan use legacy charsets, named only by the download and sometimes with Java's names. A
 * report that is not valid UTF-8, and names no other charset that is known, is read as windows-1252.
 */
export function decodeReport(bytes: Uint8Array, contentType: string | null): string {
  const charset = /charset="?([\w-]+)"?/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  const decoder = decoderFor(charset.replace(/^cp(?=12\d\d$)/, 'windows-').replace(/^iso8859_/, 'iso8859-'));
  const isMisnamed = decoder.encoding === 'utf-8' && !isUtf8Begun(bytes);
  return (isMisnamed ? decoderFor('windows-1252') : decoder).decode(bytes);
}

/** Whether the bytes are UTF-8, even if they end in the middle of a character. */
function isUtf8Begun(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  const lengths = [1, 2, 3].map((cut) => bytes.length - cut).filter((length) => length >= 0);
  return lengths.some((length) => isUtf8(bytes.subarray(0, length)));
}

function decoderFor(label: string) {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}
