import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { ExternalError, OutOfQuota } from '../../../../external/marketplace/external-error.ts';
import {
  DamagedReport,
  type ReportRequest,
  type ReportState,
} from '../../../../external/marketplace/operations/reports.ts';
import type { ObservingContext } from '../../worker-context.ts';
import {
  FailedReport,
  reportStep,
  type DeliveredReport,
  type ReportStepContext,
  type ReportWork,
} from './report-pass.ts';

const noLog: ObservingContext['log'] = pino({ level: 'silent' });
const wanted = ['UK', 'DE'].map((key) => ({ key, reportType: 'GET_X', marketplaceIds: [key] }));

let asked: ReportRequest[];
let state: (reportId: string) => ReportState;
let download: (documentId: string) => string;
let take: (report: DeliveredReport) => number;
let taken: DeliveredReport[];

beforeEach(() => {
  asked = [];
  taken = [];
  state = (reportId) => ({ status: 'done', documentId: `D${reportId}` });
  download = (documentId) => `text of ${documentId}`;
  take = (report) => taken.push(report);
});

const ctx: ReportStepContext = {
  log: noLog,
  marketplace: {
    createReport: async (_access, request) => `R${asked.push(request)}`,
    getReport: async (_access, reportId) => state(reportId),
    downloadReport: async (_access, documentId) => download(documentId),
  },
};

const work = (progress: unknown, failures = 0, confirmedAt: Date | null = null): ReportWork => ({
  key: { tenantId: 't', sellerAccountId: '1', marketplace: '', source: 'x' },
  access: { sellingPartnerId: 'A1', region: 'EU', refreshToken: '' },
  row: { failures, confirmedAt },
  progress,
});

/** Runs steps until the pass waits or is done. Returns their states. */
async function run(from: unknown = null): Promise<{ readonly states: readonly string[]; readonly progress: unknown }> {
  const states: string[] = [];
  for (let progress = from; ;) {
    const step = await reportStep(ctx, work(progress), { wanted, take: async (report) => take(report) });
    states.push(step.state);
    progress = step.progress;
    if (step.state !== 'goOn') return { states, progress };
  }
}

test('a pass that nobody waits for does not ask whether its reports are ready right after requesting them', async () => {
  const states: string[] = [];
  for (let progress: unknown = null; states.at(-1) !== 'done';) {
    const step = await reportStep(ctx, work(progress, 0, new Date(0)), {
      wanted,
      take: async (report) => take(report),
    });
    states.push(step.state);
    progress = step.progress;
  }

  expect(states).toEqual(['goOn', 'wait', 'goOn', 'goOn', 'done']);
});

test('each report is requested once and taken over once, and the pass is done', async () => {
  const { states } = await run();

  expect(states).toEqual(['goOn', 'goOn', 'goOn', 'goOn', 'done']);
  expect(asked.map(({ marketplaceIds }) => marketplaceIds)).toEqual([['UK'], ['DE']]);
  expect(taken).toEqual([
    { key: 'UK', content: 'text of DR1', suspectedLength: null },
    { key: 'DE', content: 'text of DR2', suspectedLength: null },
  ]);
});

test('a report that takes its time is waited for, and another that is ready is taken meanwhile', async () => {
  state = (reportId) =>
    reportId === 'R1' ? { status: 'waiting', documentId: null } : { status: 'done', documentId: 'D' };
  const { states, progress } = await run();
  state = () => ({ status: 'done', documentId: 'D' });
  const later = await run(progress);

  expect(states.at(-1)).toBe('wait');
  expect(later.states.at(-1)).toBe('done');
  expect(taken.map(({ key }) => key)).toEqual(['DE', 'UK']);
});

test('a cancelled report is taken over as one without a document', async () => {
  state = () => ({ status: 'empty', documentId: null });

  await run();

  expect(taken.map(({ content }) => content)).toEqual([null, null]);
});

test('a failed report is requested again, and given up at the third failure', async () => {
  state = () => ({ status: 'failed', documentId: null });

  const first = await run();
  const second = await run(first.progress);

  expect([first.states.at(-1), second.states.at(-1)]).toEqual(['wait', 'wait']);
  await expect(run(second.progress)).rejects.toThrow(FailedReport);
  expect(asked).toHaveLength(4);
});

test('a damaged document is requested again, and the next one is compared with its length', async () => {
  take = (report) => {
    taken.push(report);
    if (taken.length === 1) throw new DamagedReport('ends without an end of line', { length: 77 });
    return 1;
  };

  const { progress } = await run();
  await run(progress);

  expect(taken.map(({ key, suspectedLength }) => [key, suspectedLength])).toEqual([
    ['UK', null],
    ['UK', 77],
    ['DE', null],
  ]);
});

test.each([
  [0, 'throws'],
  [3, 'asks anew'],
])('a document that cannot be fetched after %i failures: %s', async (failures, _what) => {
  const failure = new ExternalError('getReportDocument', 'document: status 403', { isPermanent: false });
  download = () => {
    throw failure;
  };
  const progress = { asked: { UK: 'R1', DE: 'R2' }, taken: {}, failures: {}, suspected: {} };

  const step = await reportStep(ctx, work(progress, failures), { wanted, take: async () => 1 }).catch(
    (error: unknown) => error,
  );

  expect(step).toEqual(
    failures === 0 ? failure : { state: 'wait', progress: { ...progress, asked: { DE: 'R2' }, failures: { UK: 1 } } },
  );
});

test('a used-up quota is no failure of the report, however often it happens', async () => {
  const quota = new OutOfQuota('getReportDocument', new Date(0));
  download = () => {
    throw quota;
  };
  const progress = { asked: { UK: 'R1', DE: 'R2' }, taken: {}, failures: {}, suspected: {} };

  await expect(reportStep(ctx, work(progress, 9), { wanted, take: async () => 1 })).rejects.toBe(quota);
});
