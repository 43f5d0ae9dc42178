import { AppError } from '@app/shared/base/errors.ts';
import { labelOfColour, type Colour, colours } from '@app/shared/base/severity.ts';
import {
  type MailLink,
  type MailLinkPurpose,
  mailLinkPurposes,
  type MailScope,
  mailScopes,
} from '@app/shared/contract/mail-links.ts';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { issueStatus } from '@app/shared/domain/issue-status.ts';
import { coloursMailedByDefault } from '@app/shared/watchdogs/model/alert-settings.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { parseItemId } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf, watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { openLink, type OpenedLink } from '../../../lib/mail/signed-links.ts';
import { daysOfLink } from '../composing/mail-links.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { muteAtLeastIn, setIssueStatusIn } from '../../triage/triage.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import {
  endSubscription,
  findLinkUse,
  findMuteEnd,
  findNamedProduct,
  findProductDetails,
  type LinkedAddress,
  lockLinkedAddress,
  saveAlertSettings,
} from './mail-action-queries.ts';

type LinkContext = Pick<Context, 'db' | 'clock' | 'keys'>;

/** One day, as the button says. */
const muteMinutes = 1440;
const endOfLinkedMute = (now: Date): Date => new Date(now.getTime() + muteMinutes * minuteMs);

/** Returns what a link would do, for the page that asks for confirmation; changes nothing. */
export const describe = (ctx: LinkContext, token: string): Promise<MailLink> =>
  withLink(ctx, token, async (tx, opened) => {
    const link = await describeLink(tx, opened);
    return { ...link, usedAt: (await findUse(tx, opened, link))?.toISOString() ?? null };
  });

/** Returns when the link was last used, according to the entry of its action in the audit trail. */
async function findUse(tx: Tx, opened: LinkInUse, about: MailLink): Promise<Date | null> {
  const { purpose, link, actor } = opened;
  const { tenantId, email } = actor;
  const since = new Date(link.expiresAt.getTime() - daysOfLink[purpose] * dayMs);
  const ofAddress = { subject: email, details: {} };
  const ofItem = { subject: subjectOf(about), details: {} };
  const [type = '', colour = ''] = link.about;
  // Links about other colours of the kind have left entries too, in which this colour was kept or not on before.
  const ofColour = (at: 'from' | 'to') => ({ [alertTypeOf(type)]: { [at]: [colour] } });
  const left = {
    mute: { action: 'item muted', ...ofItem },
    done: { action: 'item marked done', ...ofItem },
    fewer: { action: 'alerts changed', subject: email, details: ofColour('from'), except: ofColour('to') },
    unsubscribe: { action: 'unsubscribed', ...ofAddress, details: { from: type } },
  }[purpose];
  return findLinkUse(tx, { ...left, ofProduct: await productOf(tx, opened), tenantId, email, since });
}

/** Performs the action of a link. Repeating it changes nothing more. */
export const follow = (ctx: LinkContext, token: string): Promise<MailLink> =>
  withLink(ctx, token, async (tx, opened) => {
    await acts[opened.purpose](tx, opened, await describeLink(tx, opened));
    // The item was locked only by the action, so that the end of its mute is certain after it.
    return describeLink(tx, opened);
  });

/** Handles the unsubscribe button of mail programs, which must not perform any other action. */
export const unsubscribe = (ctx: LinkContext, token: string): Promise<void> =>
  withLink(ctx, token, async (tx, opened) => {
    if (opened.purpose !== 'unsubscribe') throw new AppError('mailLinkExpired');
    await acts.unsubscribe(tx, opened, await describeLink(tx, opened));
  });

interface LinkInUse {
  readonly purpose: MailLinkPurpose;
  readonly link: OpenedLink;
  readonly address: LinkedAddress;
  /** The address in the role of a user, with the access rights of the address. */
  readonly actor: Actor;
  readonly now: Date;
}

function withLink<T>(ctx: LinkContext, token: string, work: (tx: Tx, opened: LinkInUse) => Promise<T>): Promise<T> {
  const now = ctx.clock.now();
  const link = openLink(ctx.keys, token, now);
  const purpose = mailLinkPurposes.find((one) => one === link?.purpose);
  if (!link || !purpose) throw new AppError('mailLinkExpired');
  return ctx.db.tenant(link.tenantId, async (tx) => {
    const address = await lockLinkedAddress(tx, link);
    if (!address || !link.isFor(address.email)) throw new AppError('mailLinkExpired');
    const { tenantId, emailAddressId } = link;
    const { email, isPrimary, hiddenSellerAccountIds } = address;
    const actor = {
      tenantId,
      emailAddressId,
      email,
      isOwner: isPrimary,
      hiddenSellerAccountIds,
      sessionHash: 'none',
      isServed: true,
    };
    return work(tx, { purpose, link, address, actor, now });
  });
}

const nothingTold = {
  scope: null,
  headline: null,
  productName: null,
  marketplace: null,
  level: null,
  usedAt: null,
  mutedUntil: null,
  isMutedLonger: false,
};

async function describeLink(tx: Tx, { purpose, link, address, actor, now }: LinkInUse): Promise<MailLink> {
  const { email } = address;
  const [about = '', detail = ''] = link.about;
  if (purpose === 'unsubscribe') return { ...nothingTold, purpose, email, scope: scopeOf(about) };
  if (purpose === 'fewer') {
    const colour = colourOf(detail);
    return {
      ...nothingTold,
      purpose,
      email,
      headline: headlineOf({ type: about, colour }),
      level: labelOfColour(colour),
    };
  }
  const item = parseItemId(about);
  const product = item && (await findNamedProduct(tx, { ...actor, productId: item.productId, itemId: about }));
  if (!item || !product) throw new AppError('notFound');
  const told = { ...nothingTold, ...product, purpose, email, headline: headlineOf({ type: item.type, colour: 'RED' }) };
  if (purpose !== 'mute') return told;
  const [end, until] = [await findMuteEnd(tx, { ...actor, itemId: about }), endOfLinkedMute(now)];
  const isMutedLonger = end !== null && end > until;
  return { ...told, isMutedLonger, mutedUntil: (isMutedLonger ? end : until).toISOString() };
}

const scopeOf = (text: string): MailScope => oneOf(mailScopes, text);
const colourOf = (text: string): Colour => oneOf(colours, text);

function oneOf<T extends string>(all: readonly T[], text: string): T {
  const found = all.find((one) => one === text);
  if (found === undefined) throw new AppError('mailLinkExpired');
  return found;
}

/** The action of each link, with its entry in the audit trail. */
const acts: Readonly<Record<MailLinkPurpose, (tx: Tx, opened: LinkInUse, describeLink: MailLink) => Promise<void>>> = {
  async mute(tx, opened, about) {
    const { link, actor, now } = opened;
    const [itemId = ''] = link.about;
    // The link may be in an old mail, and somebody may have muted the item for longer since.
    if (!(await muteAtLeastIn(tx, actor, { watchDogId: itemId, mutedUntil: endOfLinkedMute(now) }))) return;
    const details = { ...(await productOf(tx, opened)), minutes: muteMinutes };
    await trail(tx, { actor, now, action: 'item muted', subject: subjectOf(about), details });
  },
  async done(tx, opened, about) {
    const { link, actor, now } = opened;
    const [watchDogId = '', revision] = link.about;
    const change = { watchDogId, status: issueStatus.done, revision: Number(revision), at: now };
    await setIssueStatusIn(tx, actor, change);
    const details = await productOf(tx, opened);
    await trail(tx, { actor, now, action: 'item marked done', subject: subjectOf(about), details });
  },
  async fewer(tx, { link, address, actor, now }) {
    const [type = '', colour = ''] = link.about;
    const watchdog = watchdogOf(type);
    if (!watchdog) throw new AppError('mailLinkExpired');
    const alertType = alertTypeOf(type);
    const from = address.alertSettings[alertType] ?? coloursMailedByDefault(watchdog);
    const to = from.filter((one) => one !== colour);
    if (to.length === from.length) return;
    await saveAlertSettings(tx, { ...actor, alertSettings: { ...address.alertSettings, [alertType]: to } });
    await trail(tx, {
      actor,
      now,
      action: 'alerts changed',
      subject: actor.email,
      details: { [alertType]: { from, to } },
    });
  },
  async unsubscribe(tx, { link, address, actor, now }) {
    const scope = scopeOf(link.about[0] ?? '');
    if (scope === 'alerts') {
      const off = Object.fromEntries(watchdogs.map(({ type }) => [alertTypeOf(type), []]));
      const isOff = watchdogs.every(({ type }) => address.alertSettings[alertTypeOf(type)]?.length === 0);
      if (isOff) return;
      await saveAlertSettings(tx, { ...actor, alertSettings: { ...address.alertSettings, ...off } });
    } else {
      if (!address[scope]) return;
      await endSubscription(tx, { ...actor, scope });
    }
    await trail(tx, { actor, now, action: 'unsubscribed', subject: actor.email, details: { from: scope } });
  },
};

/** Returns the details of the product of a link in the audit trail; empty for a link about no product. */
async function productOf(tx: Tx, { link, actor }: LinkInUse): Promise<Readonly<Record<string, string>>> {
  const item = parseItemId(link.about[0] ?? '');
  return item ? findProductDetails(tx, { ...actor, productId: item.productId }) : {};
}

const subjectOf = ({ headline, productName, marketplace }: MailLink): string =>
  `${headline}, ${productName}, ${marketplace}`;

interface Trail {
  readonly actor: Actor;
  readonly now: Date;
  readonly action: string;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const trail = (tx: Tx, { actor, now, action, subject, details = {} }: Trail): Promise<void> =>
  recordAudit(tx, [
    {
      tenantId: actor.tenantId,
      at: now,
      actor: actor.email,
      action,
      subject,
      details: { ...details, by: 'a link of a mail' },
    },
  ]);
