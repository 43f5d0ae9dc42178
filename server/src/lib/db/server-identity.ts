import { sql } from 'kysely';

/**
 * Identifies the run of the database that answers. Another server, a promotion or a restore to an earlier second may
 * number other contents with versions that were handed out before, and each changes a part of it: another cluster its
 * system identifier, a recovery or promotion its timeline, a restored dump the ids of the database or of its tables, and
 * a copy of the disk the start of the server. A plain restart changes it too, which costs each browser one full load. All
 * parts may be read without special rights since PostgreSQL 10.
 */
export const serverIdentity = sql`concat_ws(
             '/',
             (select c.system_identifier from pg_control_system() c),
             case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end,
             (select d.oid from pg_database d where d.datname = current_database()),
             'tenants'::regclass::oid,
             extract(epoch from pg_postmaster_start_time()))`;
