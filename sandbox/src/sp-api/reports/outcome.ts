import { findMarketplace, findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import type { Faults } from '../../world/events/faults.ts';
import type { World } from '../../world/world.ts';
import { reportTypes } from './types/report-types.ts';
import type { StoredReport } from './stored-report.ts';

/** The result of a report. CANCELLED means that it would be empty, FATAL that it could not be created. */
export type Outcome = { status: 'DONE'; document: EncodedReport } | { status: 'CANCELLED' | 'FATAL' };

/** Creates a report from the current state of the world; uses up a pending report fault. */
export function outcomeOf(world: World, report: StoredReport, faults: Faults | undefined): Outcome {
  const type = reportTypes[report.reportType];
  if (!type) throw new Error(`No report has the type ${report.reportType}`);
  const request = { operation: report.reportType, sellerId: report.sellerId };
  const reason = type.whyFatal?.(report);
  if (reason !== undefined) noteRefusal(world, report, reason);
  if (reason !== undefined || faults?.takeForReport('reportFatal', request)) return { status: 'FATAL' };
  const codes = report.marketplaceIds.flatMap((id) => findMarketplaceById(id)?.code ?? []);
  const rows = type.rows(world, report, codes);
  if (rows.length === 0 && type.isCancelledWhenEmpty) return { status: 'CANCELLED' };
  const text = [type.header(codes), ...rows].map((cells) => `${cells.join('\t')}\n`).join('');
  const isHalf = faults?.takeForReport('halfReport', request) === true;
  return { status: 'DONE', document: encodeReport(isHalf ? halfOf(text) : text, codes) };
}

/** Cuts the text in the middle of a row. */
function halfOf(text: string): string {
  const middle = Math.floor(text.length / 2);
  const lastTab = text.lastIndexOf('\t', middle);
  return text.slice(0, lastTab > 0 ? lastTab : middle);
}

const noteRefusal = (world: World, { reportType, sellerId }: StoredReport, reason: string) =>
  world.ledger.append({ kind: 'refusal', type: 'report', sellerId, detail: { reportType, reason } });

interface EncodedReport {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Characters in which Windows-1252 differs from ISO-8859-1, as far as the sandbox's texts use them. */
const cp1252: Readonly<Record<string, number>> = {
  '€': 0x80,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '™': 0x99,
};

/** Encodes reports like Amazon: Cp1252 (Java's name) in America and Europe, UTF-8 in India. */
function encodeReport(text: string, [code = '']: readonly string[]): EncodedReport {
  const isYoung = findMarketplace(code)?.region === 'IN';
  if (isYoung) return { contentType: 'text/plain;charset=UTF-8', body: Buffer.from(text) };
  return { contentType: 'text/plain; charset=Cp1252', body: Buffer.from(Array.from(text, byteOf)) };
}

const byteOf = (character: string): number => cp1252[character] ?? latin1(character.codePointAt(0) ?? 0);
const latin1 = (code: number): number => (code < 256 ? code : 0x3f);
