import type pg from 'pg';

/**
 * Tables that belong to no tenant. All other tables have row-level security; a test compares this list with the
 * catalogue.
 */
export const globalTables = [
  'migrations',
  'logins',
  'token_tenants',
  'login_attempts',
  'selling_partners',
  'quota_buckets',
  'packages',
  'price_lists',
  'rate_cards',
  'payment_events',
  'payment_provider_state',
  'invite_codes',
  'mail_reports',
  'kept_invoices',
  'processes',
  'operators',
  'operator_acts',
  'poisoned_notifications',
  'operator_alarms',
] as const;
/** Global tables that the API reads and writes. */
const globalTablesOfApi = [
  'logins',
  'token_tenants',
  'login_attempts',
  'selling_partners',
  'mail_reports',
  'payment_events',
  'processes',
];
/** Global tables that an operator fills and the API only reads. */
const globalTablesReadByApi = [
  'packages',
  'rate_cards',
  'invite_codes',
  'payment_provider_state',
  'operators',
  'operator_alarms',
];

/** Tables of tenants to which the API only adds, so that its rights do not suffice to hide what was done. */
const tablesAddedToByApi = ['audit_events'];

interface Roles {
  readonly apiRole: string;
  readonly workerRole: string;
}

interface Access extends Roles {
  /** Whether row-level security binds the owner too. */
  readonly isForced: boolean;
}

/**
 * Grants both roles their rights on parent tables only, since a query on a partition would bypass the policy of its
 * parent, and puts every tenant table under row-level security. The worker has its own policy, which lets it see all
 * tenants. All changes are in the caller's transaction. Creating a policy locks the whole table, so tables that already
 * have the right policies are skipped.
 */
export async function grantAccess(client: pg.Client, { apiRole, workerRole, isForced }: Access): Promise<void> {
  const api = client.escapeIdentifier(apiRole);
  const worker = client.escapeIdentifier(workerRole);
  const { rows } = await client.query<{ name: string; policies: string | null }>(
    `select c.relname as name,
            case when c.relrowsecurity and c.relforcerowsecurity = $1 then p.policies end as policies
       from pg_class c
       left join lateral (
              select string_agg(concat_ws(' ', policyname, permissive, roles, cmd, qual, with_check), '; ' order by policyname)
                     as policies
                from pg_policies
               where schemaname = 'public'
                 and tablename = c.relname
            ) p on true
      where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p')
        and not c.relispartition`,
    [isForced],
  );
  const tables = new Map(rows.map(({ name, policies }) => [name, policies]));
  const ofNoTenant: ReadonlySet<string> = new Set(globalTables);
  const statements = [`grant usage on schema public to ${api}, ${worker}`];
  const wanted = wantedPolicies({ apiRole, workerRole });
  for (const [name, policies] of tables) {
    if (ofNoTenant.has(name)) continue;
    if (policies !== wanted) statements.push(...tenantTablePolicies(name, { api, worker, isForced }));
    statements.push(...tenantTableRights(name, { api, worker }));
  }
  for (const name of globalTables) {
    // A database of an earlier release lacks some of the global tables.
    if (name === 'migrations' || !tables.has(name)) continue;
    statements.push(`grant select, insert, update, delete on ${name} to ${worker}`);
    if (globalTablesOfApi.includes(name)) statements.push(`grant select, insert, update, delete on ${name} to ${api}`);
    if (globalTablesReadByApi.includes(name)) statements.push(`grant select on ${name} to ${api}`);
  }
  statements.push(`grant execute on function drop_months(text, timestamptz) to ${worker}`);
  statements.push(`grant execute on function make_months(timestamptz, integer) to ${worker}`);
  // pg-boss, the worker's job queue, creates its own schema in this database.
  const database = await client.query<{ name: string }>('select current_database() as name');
  statements.push(`grant create on database ${client.escapeIdentifier(database.rows[0]?.name ?? '')} to ${worker}`);
  // Citus takes one statement per message.
  for (const statement of statements) await client.query(statement);
}

const ownTenant = "nullif(current_setting('app.tenant_id', true), '')::uuid";
/**
 * The policy's condition as the catalogue prints it. If a version of PostgreSQL prints the condition differently, the
 * policies are created again.
 */
const printedOwnTenant = "(NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid";

const wantedPolicies = ({ apiRole, workerRole }: Roles): string =>
  [
    `of_tenant PERMISSIVE {public} ALL (tenant_id = ${printedOwnTenant})`,
    ...(workerRole === apiRole ? [] : [`of_worker PERMISSIVE {${workerRole}} ALL true`]),
  ].join('; ');

const tenantTablePolicies = (
  table: string,
  roles: { api: string; worker: string; isForced: boolean },
): readonly string[] => [
  `alter table ${table} enable row level security`,
  `alter table ${table} ${roles.isForced ? '' : 'no '}force row level security`,
  `drop policy if exists of_tenant on ${table}`,
  `create policy of_tenant on ${table} using (tenant_id = ${ownTenant})`,
  `drop policy if exists of_worker on ${table}`,
  ...(roles.worker === roles.api ? [] : [`create policy of_worker on ${table} to ${roles.worker} using (true)`]),
];

const tenantTableRights = (table: string, roles: { api: string; worker: string }): readonly string[] => [
  `grant select, insert, update, delete on ${table} to ${roles.api}, ${roles.worker}`,
  ...(tablesAddedToByApi.includes(table) && roles.api !== roles.worker
    ? [`revoke update, delete on ${table} from ${roles.api}`]
    : []),
];
