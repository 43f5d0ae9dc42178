import { sql } from 'kysely';
import type { Package } from '@app/shared/domain/billing/package.ts';
import type { Executor } from '../../../lib/db/db.ts';

export interface KeptPackage extends Package {
  readonly packageId: string;
  readonly description: string;
  /** The price list of days that are paid per ASIN. */
  readonly rateCardId: string;
}

export interface CodePackage extends KeptPackage {
  readonly personalAffiliateEmail: string | null;
}

const columns = sql`
           p.package_id as "packageId",
           p.description,
           p.plan,
           p.base_products as "baseProducts",
           p.addon_products as "addonProducts",
           p.base_subscription_fee_cents as "baseSubscriptionFeeCents",
           p.addon_subscription_fee_cents as "addonSubscriptionFeeCents",
           p.discount,
           p.discount_duration_in_months as "discountDurationInMonths",
           p.wait_minutes as "waitMinutes",
           p.trial_fee_cents as "trialFeeCents",
           p.trial_minutes as "trialMinutes",
           p.rate_card_id as "rateCardId"`;

export async function findPackage(db: Executor, packageId: string): Promise<KeptPackage | null> {
  const { rows } = await sql<KeptPackage>`
    select ${columns}
      from packages p
     where p.package_id = ${packageId}`.execute(db);
  return rows[0] ?? null;
}

/** @param code in upper case, as codes are stored. */
export async function findPackageOfCode(db: Executor, code: string): Promise<CodePackage | null> {
  const { rows } = await sql<CodePackage>`
    select ${columns},
           c.personal_affiliate_email as "personalAffiliateEmail"
      from invite_codes c
      join packages p
        on p.package_id = c.package_id
     where c.code = ${code}`.execute(db);
  return rows[0] ?? null;
}

export async function listPackages(db: Executor): Promise<readonly KeptPackage[]> {
  const { rows } = await sql<KeptPackage>`
    select ${columns}
      from packages p
     order by p.package_id`.execute(db);
  return rows;
}

export async function savePackage(db: Executor, save: KeptPackage & { readonly changedAt: Date }): Promise<void> {
  await sql`
    insert into packages (
      package_id, description, plan, base_products, addon_products, base_subscription_fee_cents,
      addon_subscription_fee_cents, discount, discount_duration_in_months, wait_minutes, trial_fee_cents,
      trial_minutes, rate_card_id, changed_at
    )
    values (
      ${save.packageId}, ${save.description}, ${save.plan}, ${save.baseProducts}, ${save.addonProducts},
      ${save.baseSubscriptionFeeCents}, ${save.addonSubscriptionFeeCents},
      ${save.discount}, ${save.discountDurationInMonths}, ${save.waitMinutes}, ${save.trialFeeCents},
      ${save.trialMinutes}, ${save.rateCardId}, ${save.changedAt}
    )
    on conflict (package_id) do update
       set description = excluded.description,
           plan = excluded.plan,
           base_products = excluded.base_products,
           addon_products = excluded.addon_products,
           base_subscription_fee_cents = excluded.base_subscription_fee_cents,
           addon_subscription_fee_cents = excluded.addon_subscription_fee_cents,
           discount = excluded.discount,
           discount_duration_in_months = excluded.discount_duration_in_months,
           wait_minutes = excluded.wait_minutes,
           trial_fee_cents = excluded.trial_fee_cents,
           trial_minutes = excluded.trial_minutes,
           rate_card_id = excluded.rate_card_id,
           changed_at = excluded.changed_at`.execute(db);
}

interface InviteCode {
  readonly code: string;
  readonly packageId: string;
  readonly personalAffiliateEmail: string | null;
}

export async function listInviteCodes(db: Executor): Promise<readonly InviteCode[]> {
  const { rows } = await sql<InviteCode>`
    select c.code,
           c.package_id as "packageId",
           c.personal_affiliate_email as "personalAffiliateEmail"
      from invite_codes c
     order by c.code`.execute(db);
  return rows;
}

export async function saveInviteCode(db: Executor, save: InviteCode & { readonly createdAt: Date }): Promise<void> {
  await sql`
    insert into invite_codes (code, package_id, personal_affiliate_email, created_at)
    values (${save.code}, ${save.packageId}, ${save.personalAffiliateEmail}, ${save.createdAt})
    on conflict (code) do update
       set package_id = excluded.package_id,
           personal_affiliate_email = excluded.personal_affiliate_email`.execute(db);
}

/** Returns false if there was no such code. */
export async function deleteInviteCode(db: Executor, code: string): Promise<boolean> {
  const { rows } = await sql`
    delete from invite_codes
     where code = ${code}
    returning code`.execute(db);
  return rows.length > 0;
}
