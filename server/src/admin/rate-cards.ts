import { addDays, dayOf, isDay, type Day } from '@app/shared/base/calendar-day.ts';
import { dollarsOfMills, type Tier } from '@app/shared/domain/billing/rate-card.ts';
import { listRateCards, type RateCardVersion } from '../features/billing/usage/rate-card-queries.ts';
import { countTenantsOfRateCard, insertRateCard } from './billing-queries.ts';
import {
  commandLine,
  InvalidCommand,
  parseUsd,
  textOption,
  type AdminCommand,
  type CommandArguments,
} from './command.ts';
import { countedTenants } from './find-tenants.ts';
import { changeGlobally } from './record-act.ts';

/** A change of prices is announced to customers this many days before it applies. */
const noticeDays = 30;
const mostIncluded = 1_000_000;

export const rates: AdminCommand = {
  name: 'rates',
  words: '',
  mostWords: 0,
  help: 'Lists the price lists per ASIN and day with all their versions',
  options: {},
  async run({ db, print }) {
    for (const version of await listRateCards(db.global)) print(lineOf(version));
  },
};

function lineOf({ rateCardId, validFrom, baseMills, baseAsins, tiers }: RateCardVersion): string {
  let before = baseAsins;
  const parts = tiers.map(({ upTo, mills }) => {
    const from = before + 1;
    before = upTo ?? before;
    return upTo === null ? `from ${from} ${dollarsOfMills(mills)}` : `${from} to ${upTo} ${dollarsOfMills(mills)}`;
  });
  const base = `${dollarsOfMills(baseMills)} USD a day with ${baseAsins} ASINs`;
  return `${rateCardId} from ${validFrom}: ${[base, ...parts].join('; ')}`;
}

const options = {
  from: { value: 'DATE', help: `the first day, at least ${noticeDays} days ahead` },
  base: { value: 'USD', help: 'a day for the included ASINs, such as 0.333' },
  included: { value: 'N', help: 'ASINs in the base' },
  tiers: { value: '"100:0.016,…"', help: 'last ASIN and rate of each tier, in ascending order; the last tier is rest' },
} as const;

export const addRateCard: AdminCommand = {
  name: 'rate-card',
  words: 'ID',
  help: 'Adds a version to a price list, or a new list. Versions are never changed: closed days refer to them',
  options,
  async run(ctx, given) {
    const { db, clock, print } = ctx;
    const [rateCardId = '', ...rest] = given.words;
    if (!/^[\w-]{1,40}$/.test(rateCardId) || rest.length > 0)
      throw new InvalidCommand('A price list has a name of letters, digits, - and _.');
    const baseAsins = includedOption(given);
    const version = {
      rateCardId,
      validFrom: fromOption(given, addDays(dayOf(clock.now()), noticeDays)),
      baseMills: millsOf(neededOption(given, 'base'), '--base'),
      baseAsins,
      tiers: tiersOption(given, baseAsins),
    };
    const subjectOf = () => `${rateCardId} from ${version.validFrom}`;
    await changeGlobally(ctx, { operator: commandLine, action: 'price list kept', subjectOf }, async (global) => {
      if (await insertRateCard(global.db.global, version)) return;
      throw new InvalidCommand(`${rateCardId} has a version from ${version.validFrom} already. Choose another day.`);
    });
    print(lineOf(version));
    const tenants = await countTenantsOfRateCard(db.global, rateCardId);
    print(`It concerns ${countedTenants(tenants)}.`);
  },
};

function neededOption(given: CommandArguments, name: keyof typeof options): string {
  const text = textOption(given, name);
  if (text === undefined) throw new InvalidCommand(`--${name} is missing: ${options[name].help}.`);
  return text.trim();
}

function fromOption(given: CommandArguments, earliest: Day): Day {
  const from = neededOption(given, 'from');
  if (!/^\d{4}-\d\d-\d\d$/.test(from) || !isDay(from))
    throw new InvalidCommand(`--from is a date such as ${earliest}.`);
  if (from < earliest) throw new InvalidCommand(`Prices change ${noticeDays} days ahead: --from ${earliest} or later.`);
  return from;
}

function includedOption(given: CommandArguments): number {
  const text = neededOption(given, 'included');
  if (!/^\d+$/.test(text) || Number(text) > mostIncluded)
    throw new InvalidCommand(`--included is a whole number from 0 to ${mostIncluded}.`);
  return Number(text);
}

function millsOf(text: string, name: string): number {
  const mills = parseUsd(text, 3);
  if (mills === null) throw new InvalidCommand(`${name} is an amount of USD with at most 3 decimals, such as 0.016.`);
  return mills;
}

/**
 * Parses the price tiers. The first tier begins after the ASINs that the base includes, and each other tier where the
 * one before it ends.
 */
function tiersOption(given: CommandArguments, baseAsins: number): readonly Tier[] {
  const parts = neededOption(given, 'tiers').split(',');
  let before = baseAsins;
  return parts.map((part, no) => {
    const [end = '', rate = '', ...rest] = part.trim().split(':');
    const isLast = no === parts.length - 1;
    if (isLast !== (end === 'rest') || rest.length > 0)
      throw new InvalidCommand('The last tier, and no other, is rest: --tiers "100:0.016,rest:0.008".');
    const mills = millsOf(rate, `The rate of ${end}`);
    if (isLast) return { upTo: null, mills };
    if (!/^\d{1,9}$/.test(end) || Number(end) <= before)
      throw new InvalidCommand(`The tier “${end}” has to end after ASIN ${before}.`);
    before = Number(end);
    return { upTo: before, mills };
  });
}
