import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { alertDifferences } from './alert-choices.ts';
import type { AuditEvent } from '../audit-queries.ts';
import type { ChangedAddress, CurrentSettings, SettingsPlan } from './plan-settings.ts';
import type { StoredAddress } from './settings-shapes.ts';
import { settingLabels } from './stored-settings.ts';

type EventText = Pick<AuditEvent, 'action' | 'subject' | 'details'>;

/** The audit events of a save, one for each kind of change to each address, with the values before and after. */
export function settingsEvents(current: CurrentSettings, plan: SettingsPlan): readonly AuditEvent[] {
  const { actor, account, sellers, now } = current;
  const told: EventText[] = [
    ...plan.added.map(({ email }) => ({ action: 'address added', subject: email })),
    ...plan.added.flatMap((after) => accessEvents({ before: withoutChoices(after), after }, sellers)),
    ...plan.changed.flatMap((changed) => addressEvents(changed, sellers)),
    ...plan.deleted.map(({ email, isUser }) => ({
      action: isUser ? 'user deleted' : 'address deleted',
      subject: email,
    })),
    ...preferenceEvent('alert delivery changed', 'account', differences(account, plan.account, accountWords)),
    ...[...plan.nickNames].map(([id, to]) => ({
      action: 'seller account renamed',
      subject: nameOf(sellers, id),
      details: { nickname: { from: sellers.find(({ sellerId }) => sellerId === id)?.nickName ?? null, to } },
    })),
  ];
  return told.map((event) => ({ tenantId: actor.tenantId, at: now, actor: actor.email, ...event }));
}

const withoutChoices = (address: StoredAddress): StoredAddress => ({
  ...address,
  hiddenSellerAccountIds: [],
  unsubscribedSellerAccountIds: [],
});

function addressEvents({ before, after }: ChangedAddress, sellers: readonly SellerAccount[]): readonly EventText[] {
  const subject = before.email;
  return [
    ...preferenceEvent('address changed', subject, differences(before, after, { email: 'e-mail address' })),
    ...preferenceEvent('name changed', subject, differences(before, after, nameWords)),
    ...accessEvents({ before, after }, sellers),
    ...preferenceEvent('alerts changed', subject, alertDifferences(before.alertSettings, after.alertSettings)),
    ...preferenceEvent('preferences changed', subject, differences(before, after, settingLabels)),
  ];
}

function accessEvents({ before, after }: ChangedAddress, sellers: readonly SellerAccount[]): readonly EventText[] {
  const names = (ids: readonly string[]): string[] => ids.map((id) => nameOf(sellers, id));
  // The ids are compared, because two seller accounts may have the same name.
  const listed = (what: string, list: 'hiddenSellerAccountIds' | 'unsubscribedSellerAccountIds'): Differences => {
    const [from, to] = [before[list], after[list]];
    return from.join() === to.join() ? {} : { [what]: { from: names(from), to: names(to) } };
  };
  const subject = after.email;
  return [
    ...preferenceEvent('access changed', subject, listed('no access to', 'hiddenSellerAccountIds')),
    ...preferenceEvent('preferences changed', subject, listed('not told about', 'unsubscribedSellerAccountIds')),
  ];
}

const nameWords = { firstName: 'first name', lastName: 'last name' } as const;
const accountWords = {
  instantAlert: 'instant alerts',
  alertSubject: 'subject',
  batchingIntervalMinutes: 'batching interval in minutes',
} as const;

type Differences = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** The fields with a label whose values differ. */
function differences<Field extends string>(
  before: Readonly<Record<NoInfer<Field>, unknown>>,
  after: Readonly<Record<NoInfer<Field>, unknown>>,
  words: Readonly<Record<Field, string>>,
): Differences {
  const fields = Object.keys(words).filter((name): name is Field => Object.hasOwn(words, name));
  return Object.fromEntries(
    fields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [words[field], { from: before[field], to: after[field] }]),
  );
}

const preferenceEvent = (action: string, subject: string, details: Differences): readonly EventText[] =>
  Object.keys(details).length === 0 ? [] : [{ action, subject, details }];

function nameOf(sellers: readonly SellerAccount[], id: string): string {
  const seller = sellers.find(({ sellerId }) => sellerId === id);
  return seller ? sellerWords(seller) : id;
}

/** The name that people know, such as "Brightkeel, NA". */
export const sellerWords = ({ name, nickName, region }: Pick<SellerAccount, 'name' | 'nickName' | 'region'>): string =>
  `${nickName ?? name}, ${region}`;
