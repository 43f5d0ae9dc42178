import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { eventfulProduct, post } from '../sp-api/testing/event-scenes.ts';
import { startTestApi, type TestApi } from '../sp-api/testing/test-api.ts';

const folder = join(import.meta.dirname, '../../../../shared/reference/captures');
const hasCaptures = existsSync(folder);
if (!hasCaptures)
  process.stdout.write('No ../shared/reference/captures: generated pages are not compared with real ones\n');

/** Returns the paths of all fields; the members of a list share one path. */
function pathsOf(value: unknown, way = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((member) => pathsOf(member, `${way}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${way}.${name}`, ...pathsOf(member, `${way}.${name}`)]);
}

function capturedPaths(provider: 'rainforest' | 'keepa', part: string): Set<string> {
  const files = readdirSync(join(folder, provider)).filter((file) => file.includes(part) && file.endsWith('.json'));
  return new Set(files.flatMap((file) => pathsOf(JSON.parse(readFileSync(join(folder, provider, file), 'utf8')))));
}

/** Fields that the provider documents but no captured page contains. */
const documented = [
  '.product.parent_asin',
  '.product.amazons_choice',
  '.product.bestsellers_rank',
  '.product.buybox_winner.subscribe_and_save',
  '.search_results[].sponsored',
  '.search_results[].is_carousel',
  '.search_results[].carousel',
  '.search_results[].amazons_choice',
  '.search_results[].bestseller',
  '.offers[].seller.id',
];

async function sceneWithEverything(): Promise<{ api: TestApi; asin: string; keyword: string }> {
  const api = await startTestApi('NA', 60);
  const product = eventfulProduct(api.world);
  for (const type of ['choiceBadgeWon', 'bestSellerBadgeWon', 'reviewPosted']) post(api.world, product, type);
  return { api, asin: product.asin, keyword: product.searchPositions.keys().next().value ?? '' };
}

describe.skipIf(!hasCaptures)('Every generated field exists in captured pages or in the documentation:', () => {
  test.each([
    ['product', '-product-', (asin: string) => ({ type: 'product', asin })],
    ['offers', '-offers-', (asin: string) => ({ type: 'offers', asin })],
    ['search', '', (_asin: string, search_term: string) => ({ type: 'search', search_term })],
  ] as const)("Rainforest's type %s", async (_type, part, queryOf) => {
    const { api, asin, keyword } = await sceneWithEverything();

    const { body } = await api.page('/rainforest/request', { amazon_domain: 'amazon.com', ...queryOf(asin, keyword) });

    const { request_parameters: _echo, ...answer } = body;
    const known = new Set([...capturedPaths('rainforest', part), '.request_info.credits_reset_at']);
    const unknown = pathsOf(answer).filter(
      (path) => !known.has(path) && !documented.some((field) => path.startsWith(field)),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  test("Keepa's products", async () => {
    const { api, asin } = await sceneWithEverything();

    const { body } = await api.page('/keepa/product', { domain: '1', asin, stats: '1', rating: '1' });

    const known = capturedPaths('keepa', '');
    expect([...new Set(pathsOf(body).filter((path) => !known.has(path)))]).toEqual([]);
  });
});
