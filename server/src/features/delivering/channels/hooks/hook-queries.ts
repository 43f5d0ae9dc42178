import { sql } from 'kysely';
import type { HookEvent } from '@app/shared/contract/public-api/hooks.ts';
import type { Program } from '../../../../http/actor.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { isContinuedBy, isHookAlive } from '../../composing/living-hook-queries.ts';
import { lockChannelCount } from '../channel-queries.ts';

export interface HookFilter {
  /** The seller accounts whose events are wanted; `null` for all seller accounts that the person may see. */
  readonly sellerIds: readonly string[] | null;
  /** Kinds of watchdogs; `null` for all. */
  readonly watchdogs: readonly string[] | null;
}

interface NewHook extends HookFilter {
  readonly event: HookEvent;
  readonly name: string;
  readonly addressHint: string;
  readonly createdAt: Date;
}

/** Counts the hooks of the tenant. No other call adds one until the transaction ends. */
export async function lockAndCountHooks(tx: Tx, tenantId: string, now: Date): Promise<number> {
  await lockChannelCount(tx, tenantId);
  const { rows } = await sql<{ hooks: number }>`
    select count(*)::int as hooks
      from channels c
     where c.tenant_id = ${tenantId}
       and c.hook_event is not null
       and ${isHookAlive(tenantId, now)}`.execute(tx);
  return rows[0]?.hooks ?? 0;
}

/** Address and secret are written afterwards, because they are encrypted for the id of this row. */
export async function insertHook(tx: Tx, { tenantId, emailAddressId, token }: Program, hook: NewHook): Promise<string> {
  // The access tokens of an authorisation change every hour, so a hook belongs to the authorisation and not to the
  // token.
  const accessTokenId = token.authorizationId === null ? token.accessTokenId : null;
  const { rows } = await sql<{ channelId: string }>`
    insert into channels (
      tenant_id, kind, name, sealed_address, address_hint, created_at, hook_event,
      hook_seller_account_ids, hook_types, email_address_id, access_token_id, integration_authorization_id
    )
    values (
      ${tenantId}, 'webhook', ${hook.name}, '', ${hook.addressHint}, ${hook.createdAt}, ${hook.event}, ${hook.sellerIds && [...hook.sellerIds]}::bigint[],
      ${hook.watchdogs && [...hook.watchdogs]}::text[], ${emailAddressId}, ${accessTokenId}, ${token.authorizationId}
    )
    returning channel_id as "channelId"`.execute(tx);
  return rows[0]?.channelId ?? '';
}

export interface StoredHook extends HookFilter {
  readonly hookId: string;
  readonly event: HookEvent;
  readonly sealedAddress: string;
  readonly sealedSecret: string | null;
  readonly addressHint: string;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

/**
 * The condition for hooks that a program may see: a program of others sees the hooks of its authorisation and of those
 * that it continues, but not those of another connection, and a program with a personal token sees all hooks of the
 * person, who runs it.
 */
const isOfProgram = ({ tenantId, emailAddressId, token }: Program, now: Date) => sql`
           c.tenant_id = ${tenantId}
       and c.hook_event is not null
       and ${isHookAlive(tenantId, now)}
       and c.email_address_id = ${emailAddressId}
       and (${token.authorizationId}::bigint is null
         or c.integration_authorization_id = ${token.authorizationId}::bigint
         or ${isContinuedBy(tenantId, sql`later.integration_authorization_id = ${token.authorizationId}::bigint`)})`;

/** Lists the hooks of the program, the newest first. */
export async function listHooksOf(tx: Tx, program: Program, now: Date): Promise<readonly StoredHook[]> {
  const { rows } = await sql<StoredHook>`
    select c.channel_id as "hookId",
           c.hook_event as event,
           c.hook_seller_account_ids::text[] as "sellerIds",
           c.hook_types as watchdogs,
           c.sealed_address as "sealedAddress",
           c.sealed_secret as "sealedSecret",
           c.address_hint as "addressHint",
           c.failing_since as "failingSince",
           c.created_at as "createdAt"
      from channels c
     where ${isOfProgram(program, now)}
     order by c.channel_id desc`.execute(tx);
  return rows;
}

/** Locks a hook of the program. Returns its name, or `null` if there is none. */
export async function lockHook(
  tx: Tx,
  program: Program,
  { hookId, now }: { readonly hookId: string; readonly now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select c.name
      from channels c
     where ${isOfProgram(program, now)}
       and c.channel_id = ${hookId}
       for update`.execute(tx);
  return rows[0]?.name ?? null;
}
