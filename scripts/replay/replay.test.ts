import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inRoot } from '../root.ts';
import { isClean } from './print.ts';
import { runReplay } from './run.ts';
import type { ReplayRun } from './run.ts';

const captures = inRoot('../shared/reference/captures');
const isHere = existsSync(captures);
if (!isHere) process.stdout.write('No ../shared/reference/captures: replaying real bodies is not tested.\n');

/** One body of each sort, because the whole replay takes minutes. */
const sample = [
  'sp-api/peddler-item-offers-batch-uk.json',
  'sp-api/peddler-item-offers-batch-uk.http.json',
  'sp-api/peddler-catalog-search-uk.json',
  'sp-api/peddler-catalog-search-uk.http.json',
  'sp-api/peddler-pricing-uk.json',
  'sp-api/peddler-pricing-uk.http.json',
  'sp-api/issue-error-429-quota-nodetails.json',
  'sp-api/issue-error-403-batch-unauthorized.json',
  'sp-api/peddler-lwa-400-unsupported-grant-type.json',
  'sp-api/peddler-lwa-400-unsupported-grant-type.http.json',
  'reports/peddler-merchant-listings.tsv',
  'reports/peddler-merchant-listings.tsv.http.json',
  'notifications/peddler-any-offer-changed-us.json',
];

describe.skipIf(!isHere)('captured bodies of real services', () => {
  let folder: string;
  let run: ReplayRun;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'replay-sample-'));
    for (const name of sample) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      symlinkSync(join(captures, name), join(folder, name));
    }
    run = await runReplay([folder], new Date());
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const of = (name: string) => run.outcomes.filter(({ act }) => act.name === name);
  const reasons = (name: string): string[] => of(name).flatMap(({ refusals }) => [...refusals.keys()]);

  test('are processed without a crash, an unexplained end or a wrong alert', () => {
    expect(run.outcomes.flatMap(({ act, faults }) => faults.map((fault) => `${act.name}: ${fault}`))).toEqual([]);
    expect(isClean(run)).toBe(true);
  });

  test('become products and observations', () => {
    expect(of('peddler-merchant-listings.tsv')[0]?.products).toBe(10);
    expect(of('peddler-catalog-search-uk.json')[0]?.effects).toContain('1 catalog');
    expect(of('peddler-item-offers-batch-uk.json')[0]?.effects).toContain('1 offers');
  });

  test('are refused with a reason if they concern something else or contain no facts', () => {
    expect(reasons('peddler-item-offers-batch-uk.json')).toEqual(['is about Used offers']);
    expect(reasons('peddler-pricing-uk.json')).toEqual([expect.stringContaining('malformed answer')]);
    expect(reasons('issue-error-403-batch-unauthorized.json')).toContainEqual(expect.stringContaining('status 403'));
    expect(reasons('peddler-lwa-400-unsupported-grant-type.json')).toEqual([
      'login with amazon: unsupported_grant_type',
    ]);
  });
});
