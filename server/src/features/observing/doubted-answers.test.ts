import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { FactsOf } from '@app/shared/watchdogs/facts/observations.ts';
import { withEmptied, withoutParts } from '../../../testing/doubt/parts.ts';
import { askingSources } from '../../../testing/observing/asking.ts';
import {
  asked,
  feesAnswer,
  listingAnswer,
  offersAnswer,
  pageAnswer,
  stockAnswer,
} from '../../../testing/observing/good-answers.ts';
import { pushTypes } from './push/types/registry.ts';
import { findSource, sources } from './sources/registry.ts';
import type { BatchSource, SourceAnswer } from './sources/source.ts';

/** A row of the table in the documents: a part of a source's answers, and what follows if it is missing or empty. */
interface Row {
  readonly name: string;
  readonly part: string;
  readonly missing: string;
  readonly empty: string;
}

const path = new URL('../../../../docs/doubted-answers.md', import.meta.url);
const rows = readFileSync(path, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line): Row => {
    const [name = '', part = '', missing = '', empty = ''] = line.split('|').slice(1).map(tidyCell);
    return { name, part, missing, empty };
  });

function tidyCell(cell: string): string {
  return cell.trim().replace(/^`([^`]*)`$/, '$1');
}

test('the table has a row for every source and every type of notification, and for nothing else', () => {
  const names = [...sources.map(({ name }) => name), ...pushTypes.map(({ type }) => type)];

  expect([...new Set(rows.map(({ name }) => name))].toSorted()).toEqual(names.toSorted());
});

const goods: Readonly<Record<string, unknown>> = {
  'catalog-items': pageAnswer,
  'parent-items': pageAnswer,
  'listing-offers': offersAnswer,
  'listings-items': listingAnswer,
  'inventory-summaries': stockAnswer,
  'fees-estimates': feesAnswer,
};

const { answer, ask } = askingSources();

function sourceNamed(name: string): BatchSource {
  const source = findSource(name);
  if (source?.kind !== 'batches') throw new Error(`${name} does not ask in batches`);
  return source;
}

const factsOf = ({ observations }: SourceAnswer): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    observations.map((one) => [one.aspect, one.aspect === 'catalog' ? absencesOf(one.facts) : plain(one.facts)]),
  );

const plain = (facts: unknown): unknown => JSON.parse(JSON.stringify(facts));

/**
 * Returns the facts of a page in the words of the table, which show whether the parent and the attributes are known.
 */
const absencesOf = ({ parentAsin, attributes, ...facts }: FactsOf<'catalog'>): unknown =>
  plain({
    ...facts,
    ...(parentAsin !== undefined && { parent: parentAsin ?? 'none' }),
    attributes: attributes && [Object.keys(attributes).join(' '), attributes],
  });

/** Says in the words of the table what a source concludes from an answer. */
async function conclude(name: string, body: unknown): Promise<string> {
  const source = sourceNamed(name);
  answer({ body: goods[name] });
  const good = factsOf(await ask(source, [asked]));
  answer({ body });
  const seen = await ask(source, [asked]).catch((error: unknown) => String(error));
  if (typeof seen === 'string') return seen.includes('malformed answer') ? 'failed' : seen;
  if (seen.observations.length === 0) return seen.refusals.length > 0 ? 'kept' : 'nothing at all';
  const facts = factsOf(seen);
  if (JSON.stringify(facts) === JSON.stringify(good)) return 'same';
  return isLess(facts, good) ? 'unknown' : 'gone';
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null;

/** True if each fact is the known one or unknown. */
function isLess(facts: unknown, known: unknown): boolean {
  if (facts === null || facts === undefined || JSON.stringify(facts) === JSON.stringify(known)) return true;
  const [parts, knownParts] = [partsOf(facts), partsOf(known)];
  if (!parts || !knownParts) return false;
  if (Array.isArray(facts) && Object.keys(parts).length !== Object.keys(knownParts).length) return false;
  return Object.entries(parts).every(([name, part]) => isLess(part, knownParts[name]));
}

const tried = rows.filter(({ name }) => goods[name] !== undefined);
const word = (cell: string): string => /^[a-z]+/.exec(cell)?.[0] ?? '';

test.each(tried)('$name: without $part the answer means $missing', async ({ name, part, missing }) => {
  expect(await conclude(name, withoutParts(goods[name], { parts: new Set([part]), gap: 'absent' }))).toBe(
    word(missing),
  );
  // A name without a value says less than no name at all.
  expect([word(missing), 'unknown']).toContain(
    await conclude(name, withoutParts(goods[name], { parts: new Set([part]), gap: 'null' })),
  );
});

test.each(tried.filter(({ empty }) => word(empty) !== ''))(
  '$name: with an empty $part the answer means $empty',
  async ({ name, part, empty }) => {
    expect(await conclude(name, withEmptied(goods[name], part))).toBe(word(empty));
  },
);
