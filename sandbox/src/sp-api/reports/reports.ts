import { hashOf } from '../../world/random.ts';
import type { WorldClock } from '../../world/clock.ts';
import type { Faults } from '../../world/events/faults.ts';
import type { World } from '../../world/world.ts';
import { outcomeOf, type Outcome } from './outcome.ts';
import type { StoredReport } from './stored-report.ts';

export type { StoredReport } from './stored-report.ts';

type NewReport = Pick<StoredReport, 'sellerId' | 'reportType' | 'marketplaceIds' | 'dataStartTime' | 'dataEndTime'>;

/** Real reports take about a minute; these take seconds, divided by the speed-up. */
const queuedMs = 1500;
const workingMs = 3000;

export interface Reports {
  create(report: NewReport): StoredReport;
  findReport(reportId: string): StoredReport | undefined;
  findByDocument(documentId: string): StoredReport | undefined;
  /** Returns the result of a finished report; repeated calls return the same result. */
  outcomeOf(world: World, report: StoredReport): Outcome;
}

export function createReports(clock: WorldClock, speedup: number, faults?: Faults): Reports {
  const outcomes = new Map<StoredReport, Outcome>();
  const reports: StoredReport[] = [];
  return {
    create: (report) => {
      const number = reports.length + 1;
      const createdAt = clock.now();
      const startedAt = new Date(createdAt.getTime() + queuedMs / speedup);
      const stored: StoredReport = {
        ...report,
        reportId: String(290_000_000_000 + (createdAt.getTime() % 1_000_000_000) * 10 + (number % 10)),
        documentId: `amzn1.spdoc.1.4.${hashOf(`${report.sellerId}${number}${createdAt.getTime()}`).toString(16)}.${number}`,
        createdAt,
        startedAt,
        doneAt: new Date(startedAt.getTime() + workingMs / speedup),
        // Amazon compresses some documents. Every second one is compressed here, so that clients meet both cases.
        isGzipped: number % 2 === 0,
      };
      reports.push(stored);
      return stored;
    },
    findReport: (reportId) => reports.find((report) => report.reportId === reportId),
    findByDocument: (documentId) => reports.find((report) => report.documentId === documentId),
    outcomeOf: (world, report) => {
      const outcome = outcomes.get(report) ?? outcomeOf(world, report, faults);
      outcomes.set(report, outcome);
      return outcome;
    },
  };
}
