import { gunzipSync } from 'node:zlib';
import { marketplaceIds, type Response, type TestApi } from './test-api.ts';

const reportsPath = '/reports/2021-06-30/reports';

interface ReportRequest {
  readonly as: string;
  readonly type: string;
  readonly marketplace: keyof typeof marketplaceIds;
  readonly from?: Date;
  readonly to?: Date;
}

export interface FinishedReport {
  readonly status: unknown;
  readonly contentType: unknown;
  readonly text: string;
  /** Cells by column name. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

/** Requests a report, advances the clock and reads the result. */
export async function askForReport(api: TestApi, request: ReportRequest): Promise<FinishedReport> {
  const { as, type, marketplace, from, to } = request;
  const body = {
    reportType: type,
    marketplaceIds: [marketplaceIds[marketplace]],
    ...(from && { dataStartTime: from.toISOString() }),
    ...(to && { dataEndTime: to.toISOString() }),
  };
  const created = await api.call({ method: 'POST', path: reportsPath, as, body });
  api.clock.advance(10_000);
  const { body: report } = await api.call({ path: `${reportsPath}/${String(created.body['reportId'])}`, as });
  const status = report['processingStatus'];
  if (status !== 'DONE') return { status, contentType: undefined, text: '', rows: [] };
  const path = `/reports/2021-06-30/documents/${String(report['reportDocumentId'])}`;
  const document = await api.call({ path, as });
  const downloaded = await api.call({ path: String(document.body['url']).replace('http://sandbox.test/sp-api', '') });
  return { status, ...parseReport(downloaded, document.body['compressionAlgorithm'] === 'GZIP') };
}

function parseReport({ bytes, headers }: Response, isGzipped: boolean): Omit<FinishedReport, 'status'> {
  const contentType = String(headers['content-type']);
  const charset = contentType.includes('Cp1252') ? 'windows-1252' : 'utf-8';
  const text = new TextDecoder(charset).decode(isGzipped ? gunzipSync(bytes) : bytes);
  const [header = [], ...rows] = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  return {
    contentType,
    text,
    rows: rows.map((cells) => Object.fromEntries(cells.map((cell, index) => [header[index] ?? String(index), cell]))),
  };
}
