import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDoubtingProxy } from '../../testing/doubt/doubting-proxy.ts';
import { pass, setStage, type Stage } from '../../testing/journeys/stage.ts';
import { observingWorld } from '../../testing/observing/observing.ts';

/** More runs find more: DOUBT_RUNS=100 takes some six minutes. DOUBT_EACH=yes leaves out every part once. */
const runs = Number(process.env['DOUBT_RUNS'] ?? 2);
const isEachLeftOut = process.env['DOUBT_EACH'] === 'yes';
const seed = Number(process.env['DOUBT_SEED'] ?? 1);
const mostAtOnce = 12;

const proxy = await openDoubtingProxy();
const world = observingWorld({
  environment: {
    SP_API_URL_NA: `${proxy.url}/sp-api-na`,
    SP_API_URL_EU: `${proxy.url}/sp-api-eu`,
    RETAIL_API_URL: `${proxy.url}/rainforest`,
  },
});
let stage: Stage;

beforeAll(async () => {
  proxy.passOnFrom(world.sandbox.url);
  stage = await setStage(world);
});
afterAll(() => proxy.close());

/** Runs every sweep once, also those that fail, lets reports be written, and judges. */
async function look(): Promise<void> {
  await pass(world, 8);
  for (let turn = 0; turn < 4; turn += 1) {
    await world.runAllDue(({ tenantId, source }) => tenantId === stage.tenantId && source !== 'subscriptions');
    await pass(world, 1);
  }
  await world.judgeDue();
}

async function lastFlip(): Promise<string> {
  const [row] = await world.rows(sql<{ id: string }>`select coalesce(max(f.flip_id), 0)::text as id from flips f`);
  return row?.id ?? '0';
}

/** The alerts since a flip, and everything else that must not follow from an incomplete answer. */
async function damageSince(flipId: string): Promise<readonly string[]> {
  const rows = await world.rows(sql<{ text: string }>`
    select f.type || ': ' || f.message as text
      from flips f
     where f.flip_id > ${flipId}
       and f.to_status > 0
       -- The sandbox's customers buy nothing, and many looks take days.
       and f.type <> 'salesDrop'
     union
    select 'not tracked: ' || p.asin
      from products p
     where p.product_id = any (${[...stage.productIds.values()]}::bigint[])
       and not (p.is_tracked and p.is_active)
     union
    select 'lost: ' || a.name
      from seller_accounts a
     where a.may_need_reauthorization`);
  return rows.map(({ text }) => text);
}

/**
 * Parts whose absence is itself a fact, as the tables of docs/doubted-answers.md list them, and texts within an
 * attribute, such as its unit, without which it is another attribute.
 */
const says = [
  /\/product\/amazons_choice(\/keywords)?$/,
  /\/product\/buybox_winner$/,
  /documents\.id \/status$/,
  /\/attributes\/[^/]+\/\*\/(?!(value|marketplace_id|language_tag)$)/,
];
const doubtedParts = (): readonly string[] => proxy.parts.filter((part) => !says.some((one) => one.test(part)));

/**
 * Checks the products twice while the marketplace's answers lack these parts, because some kinds wait for a second
 * check, and then once with complete answers. Returns the damage: alerts, untracked products and lost accounts.
 */
async function damageOf(parts: readonly string[], gap: 'absent' | 'null'): Promise<readonly string[]> {
  const flip = await lastFlip();
  proxy.leaveOut(parts, gap);
  await look();
  await look();
  const during = await damageSince(flip);
  proxy.leaveOut([], gap);
  await look();
  return [...new Set([...during, ...(await damageSince(flip))])];
}

const gaps = ['absent', 'null'] as const;

test('parts that answers leave out raise no alert, and neither does their return', async () => {
  // Checks once more after the stage is set: flips of this check would not be caused by missing parts.
  expect(await damageOf([], 'absent')).toEqual([]);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...doubtedParts()], { minLength: 1, maxLength: mostAtOnce }),
      fc.constantFrom(...gaps),
      async (parts, gap) => {
        expect(await damageOf(parts, gap)).toEqual([]);
      },
    ),
    { numRuns: runs, seed },
  );
}, 3_600_000);

test.runIf(isEachLeftOut)(
  'every part may be left out',
  async () => expect(await damageOfEach()).toEqual([]),
  3_600_000,
);

/**
 * Leaves one part out of the answers of every operation, one round after the other until each part was left out once.
 * Returns the damage of all rounds.
 */
async function damageOfEach(): Promise<readonly string[]> {
  const byOperation = [...Map.groupBy(doubtedParts(), (part) => part.split(' /')[0]).values()];
  const found: string[] = [];
  for (let turn = 0; byOperation.some((parts) => parts.length > turn); turn += 1) {
    const parts = byOperation.flatMap((list) => list[turn] ?? []);
    for (const gap of gaps) {
      const damage = await damageOf(parts, gap);
      if (damage.length > 0) found.push(`${gap}: ${parts.join(', ')}: ${damage.slice(0, 3).join(', ')}`);
    }
  }
  return found;
}
