import { productCount } from '@app/shared/base/format-count.ts';
import { usdText } from '@app/shared/base/money.ts';
import { cutAt } from '@app/shared/base/cut-text.ts';
import { dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import { discountMessage, standardPackage, trialDays } from '@app/shared/domain/billing/package.ts';
import {
  findPackage,
  listInviteCodes,
  listPackages,
  savePackage,
  type KeptPackage,
} from '../features/billing/packages/package-queries.ts';
import { listRateCards, standardRateCardId } from '../features/billing/usage/rate-card-queries.ts';
import { countTenantsOfPackage } from './billing-queries.ts';
import {
  commandLine,
  InvalidCommand,
  textOption,
  type AdminCommand,
  type CommandArguments,
  type GlobalContext,
} from './command.ts';
import { countedTenants } from './find-tenants.ts';
import { changeGlobally } from './record-act.ts';

export const packages: AdminCommand = {
  name: 'packages',
  words: '',
  mostWords: 0,
  help: 'Lists the packages and the codes that lead to them',
  options: {},
  async run({ db, print }) {
    const codes = await listInviteCodes(db.global);
    const kept = await listPackages(db.global);
    for (const one of [{ ...withoutCode, packageId: '(standard)', description: 'Without a code' }, ...kept]) {
      print(lineOf(one));
      for (const { code, packageId, personalAffiliateEmail: email } of codes) {
        if (packageId === one.packageId) print(`  ${code}${email === null ? '' : `, referral of ${email}`}`);
      }
    }
  },
};

const withoutCode = { ...standardPackage, rateCardId: standardRateCardId };

function lineOf(one: KeptPackage): string {
  const parts = [
    feesOf(one),
    `${trialDays(one)} days of trial for ${usdText(one.trialFeeCents)}`,
    `${one.waitMinutes} minutes of wait`,
    discountMessage(one) ?? 'no discount',
    ...(one.rateCardId === standardRateCardId ? [] : [`price list ${one.rateCardId}`]),
  ];
  return `${one.packageId}  ${one.description}: ${parts.join('; ')}`;
}

function feesOf({ plan, baseProducts, addonProducts, ...fees }: KeptPackage): string {
  const [base, addon] = [usdText(fees.baseSubscriptionFeeCents), usdText(fees.addonSubscriptionFeeCents)];
  if (plan === 'daily') return `${base} base, ${addon} addon`;
  return `${base} base for ${productCount(baseProducts)}, ${addon} for each addon of ${productCount(addonProducts)}`;
}

const options = {
  description: { value: '"TEXT"', help: 'what people read about it' },
  plan: {
    value: 'daily|package',
    help: 'paid per ASIN and day, or by fees for a number of products; daily unless set',
  },
  'base-products': { value: 'N', help: 'products of the base fee of a package' },
  'addon-products': { value: 'N', help: 'products of each addon of a package' },
  'base-fee': { value: 'USD', help: 'a month, 9.99 unless set' },
  'addon-fee': { value: 'USD', help: 'for each addon, 0 unless set' },
  discount: { value: 'PERCENT', help: '0 to 100' },
  months: { value: 'N', help: 'how long the discount lasts; 0: without an end' },
  'wait-minutes': { value: 'N', help: 'how long the first set-up is announced to take' },
  'trial-fee': { value: 'USD', help: 'for the trial' },
  'trial-days': { value: 'N', help: 'how long the trial takes, 30 unless set' },
  'trial-minutes': { value: 'N', help: 'the same in minutes' },
  'rate-card': { value: 'ID', help: `the price list per ASIN and day, ${standardRateCardId} unless set` },
} as const;

export const setPackage: AdminCommand = {
  name: 'package',
  words: 'NAME',
  help: 'Makes a package that codes can lead to, or changes what is given of one, also for those who have it',
  options,
  async run(ctx, given) {
    const [packageId = '', ...rest] = given.words;
    if (rest.length > 0) throw new InvalidCommand(nameRule);
    const act = { operator: commandLine, action: 'package kept', subjectOf: () => packageId };
    const change = (before: KeptPackage) => applyOptions(before, given);
    ctx.print(lineOf(await changeGlobally(ctx, act, (global) => keepPackage(global, packageId, change))));
  },
};

const nameRule = 'A package has a name of letters, digits, - and _.';

/** Makes a package, or changes one. */
export async function keepPackage(
  { db, clock }: GlobalContext,
  packageId: string,
  change: (before: KeptPackage) => KeptPackage,
): Promise<KeptPackage> {
  if (!/^[\w-]{1,40}$/.test(packageId)) throw new InvalidCommand(nameRule);
  const before = await findPackage(db.global, packageId);
  const after = change(before ?? { ...withoutCode, packageId, description: packageId });
  if (before && before.rateCardId !== after.rateCardId) await refuseNewPrices(db, packageId);
  await refuseUnknownPrices(db, after, dayOf(clock.now()));
  await savePackage(db.global, { ...after, changedAt: clock.now() });
  return after;
}

function applyOptions(before: KeptPackage, given: CommandArguments): KeptPackage {
  const days = numberOption(given, 'trial-days', 3650);
  if (days !== undefined && textOption(given, 'trial-minutes') !== undefined)
    throw new InvalidCommand('--trial-days and --trial-minutes exclude each other.');
  return {
    packageId: before.packageId,
    plan: planOption(given) ?? before.plan,
    baseProducts: numberOption(given, 'base-products', 1_000_000) ?? before.baseProducts,
    addonProducts: numberOption(given, 'addon-products', 1_000_000) ?? before.addonProducts,
    description: cutAt(textOption(given, 'description') ?? before.description, 200),
    baseSubscriptionFeeCents: centsOption(given, 'base-fee') ?? before.baseSubscriptionFeeCents,
    addonSubscriptionFeeCents: centsOption(given, 'addon-fee') ?? before.addonSubscriptionFeeCents,
    discount: numberOption(given, 'discount', 100) ?? before.discount,
    discountDurationInMonths: numberOption(given, 'months', 120) ?? before.discountDurationInMonths,
    waitMinutes: numberOption(given, 'wait-minutes', 10_000) ?? before.waitMinutes,
    trialFeeCents: centsOption(given, 'trial-fee') ?? before.trialFeeCents,
    rateCardId: textOption(given, 'rate-card') ?? before.rateCardId,
    trialMinutes:
      days === undefined ? (numberOption(given, 'trial-minutes', 5_256_000) ?? before.trialMinutes) : days * 1440,
  };
}

/**
 * Refuses other prices for a package that tenants have. Their prices change only by a new version of the price list,
 * which is announced to them.
 */
async function refuseNewPrices(db: GlobalContext['db'], packageId: string): Promise<void> {
  const tenants = await countTenantsOfPackage(db.global, packageId);
  if (tenants === 0) return;
  throw new InvalidCommand(
    `${packageId} concerns ${countedTenants(tenants)}: add a version to its price list, or make another package.`,
  );
}

async function refuseUnknownPrices(db: GlobalContext['db'], { rateCardId }: KeptPackage, today: Day): Promise<void> {
  const versions = await listRateCards(db.global);
  if (versions.some((version) => version.rateCardId === rateCardId && version.validFrom <= today)) return;
  throw new InvalidCommand(`No price list ${rateCardId} is in force. “rates” lists all of them.`);
}

function numberOption(given: CommandArguments, name: keyof typeof options, most: number): number | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) throw new InvalidCommand(`--${name} is a whole number from 0 to ${most}.`);
  return value;
}

function centsOption(given: CommandArguments, name: keyof typeof options): number | undefined {
  const text = textOption(given, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,5}(\.\d{1,2})?$/.test(text)) throw new InvalidCommand(`--${name} is an amount of USD such as 9.99.`);
  return Math.round(Number(text) * 100);
}

function planOption(given: CommandArguments): 'daily' | 'package' | undefined {
  const plan = textOption(given, 'plan');
  if (plan === undefined) return undefined;
  if (plan !== 'daily' && plan !== 'package') throw new InvalidCommand('A plan is daily or package.');
  return plan;
}
