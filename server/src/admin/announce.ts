import { isStorableText } from '../http/storable-text.ts';
import { recordAudit } from '../features/accounts/audit-queries.ts';
import { nextWorldVersion } from '../lib/db/world-version.ts';
import { InvalidCommand, type AdminCommand, type OperatorContext } from './command.ts';
import { forEachTenant, refuseFailed, type Reach } from './each-tenant.ts';
import { setAnnouncement } from './tenant-queries.ts';
import { countedTenants, findTenants, onlyTenantOf, tenantOptions } from './find-tenants.ts';
import { recordCommand, scopeOf } from './record-act.ts';

/** The length limit of an announcement in characters, because a banner is one or two lines. */
const longest = 500;

export const announce: AdminCommand = {
  name: 'announce',
  words: '"TEXT"',
  help: 'Shows a banner on the pages, also those that are open, until each person closes it or --clear takes it away',
  options: { ...tenantOptions, clear: { help: 'takes the announcement away' } },
  async run(ctx, given) {
    const announcement = textOf(given.words.join(' ').trim(), given.options['clear'] === true);
    const tenantIds = await findTenants(ctx, given);
    await recordCommand(ctx, ctx.db.global, actOf(announcement, onlyTenantOf(given, tenantIds)));
    const reach = await announceTo(ctx, tenantIds, announcement);
    const done = announcement === null ? 'The announcement is gone' : 'Announced';
    ctx.print(`${done} for ${countedTenants(reach.tenants)}.`);
    refuseFailed(reach);
  },
};

/** Shows the announcement to these tenants; `null` takes it away. */
export function announceTo(
  ctx: OperatorContext,
  tenantIds: readonly string[],
  announcement: string | null,
): Promise<Reach> {
  const action = actionOf(announcement);
  const subject = announcement ?? 'announcement';
  return forEachTenant(ctx, tenantIds, (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      await nextWorldVersion(tx, tenantId);
      await setAnnouncement(tx, tenantId, announcement);
      await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), actor: 'operator', action, subject }]);
    }),
  );
}

const actionOf = (announcement: string | null): string =>
  announcement === null ? 'announcement taken away' : 'announced';

/** The record of an announcement for one tenant, or for all if `tenantId` is `null`. */
export const actOf = (announcement: string | null, tenantId: string | null) => ({
  action: actionOf(announcement),
  subject: announcement ?? scopeOf(tenantId),
  tenantId,
});

function textOf(text: string, isCleared: boolean): string | null {
  if (isCleared && text !== '') throw new InvalidCommand('--clear takes no text.');
  if (isCleared) return null;
  if (text === '') throw new InvalidCommand('Say what to announce, in quotes, or --clear.');
  if (text.length > longest || !isStorableText(text))
    throw new InvalidCommand(`An announcement is at most ${longest} characters.`);
  return text;
}
