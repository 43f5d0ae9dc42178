import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { AppError } from '@app/shared/base/errors.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';
import type { Context } from '../../../server/src/context.ts';
import { saveSettings } from '../../../server/src/features/accounts/settings/save-settings.ts';
import type { SettingsBody } from '../../../server/src/features/accounts/settings/change-address.ts';
import { bulkSetIssueStatus, muteItem } from '../../../server/src/features/triage/triage.ts';
import type { Actor } from '../../../server/src/http/actor.ts';
import { judgedKinds } from './judge/truth.ts';
import type { MutedPeriod } from './judge/told.ts';
import { typeOf, type Wishes, type WishesSince } from './judge/wishes.ts';

/** The actions of people. The judge compares the run with them. */
export interface Deeds {
  readonly wishes: ReadonlyMap<string, readonly WishesSince[]>;
  readonly muted: readonly MutedPeriod[];
  /** The statuses that people have given to items, oldest first. */
  readonly statuses: readonly { readonly at: number; readonly itemId: string; readonly status: number }[];
}

export interface People {
  readonly deeds: Deeds;
  nextAt(): number;
  act(): Promise<void>;
}

export interface SimulatedAddress {
  readonly emailAddressId: string;
  readonly wishes: Wishes;
}

interface PeopleOptions {
  readonly seed: string;
  readonly ctx: Context;
  readonly actor: Actor;
  readonly addresses: readonly SimulatedAddress[];
  /** Returns the ids of the tracked products; empty until they are discovered. */
  readonly productIds: () => readonly string[];
}

const pause = { least: 5 * hourMs, most: 60 * hourMs };
const muteMinutes = [1440, 4320, 10_080];
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney', 'America/Los_Angeles'];
const colours = { red: ['RED'], all: ['RED', 'AMBER', 'GREEN'] } as const;
const green = new Set(['LOST_BUYBOX', 'PRICE', 'NO_ADD_TO_CART', 'SEARCH_BAN', 'INVENTORY', 'FBM_INVENTORY']);

/** Creates people who mute items, change the status of issues, and change their settings at any time. */
export function createPeople(options: PeopleOptions): People {
  const { seed, ctx, actor, addresses, productIds } = options;
  const random = createRandom(`${seed}:people`);
  const now = (): number => ctx.clock.now().getTime();
  const wishes = new Map(addresses.map((one) => [one.wishes.email, [{ since: now(), wishes: one.wishes }]]));
  const muted: MutedPeriod[] = [];
  const statuses: { at: number; itemId: string; status: number }[] = [];
  let nextAt = now() + 30 * hourMs;

  const wish = (one: SimulatedAddress, change: Partial<Wishes>): void => {
    const timeline = wishes.get(one.wishes.email) ?? [];
    const last = timeline.at(-1);
    if (last) timeline.push({ since: now(), wishes: { ...last.wishes, ...change } });
  };
  const save = (body: Partial<SettingsBody>): Promise<void> =>
    saveSettings(savingContext(ctx), actor, {
      changedEmailAddresses: [],
      deletedEmailAddresses: [],
      sellerAccountNewNames: {},
      ...body,
    });
  const change = (one: SimulatedAddress, settings: object): Promise<void> =>
    save({ changedEmailAddresses: [{ emailAddressId: one.emailAddressId, isNew: false, ...settings }] });

  const acts: readonly (() => Promise<void>)[] = [
    async () => {
      const [productId, kind] = [random.pick(productIds()), random.pick(judgedKinds)];
      const minutes = random.pick(muteMinutes);
      await muteItem(ctx, actor, { id: `${kind}-${productId}`, minutes });
      endMute(muted, { productId, kind, at: now() });
      muted.push({ productId, kind, from: now(), to: now() + minutes * minuteMs, isCutShort: false });
    },
    async () => {
      const open = muted.filter(({ to }) => to > now());
      if (open.length === 0) return;
      const { productId, kind } = random.pick(open);
      await muteItem(ctx, actor, { id: `${kind}-${productId}`, minutes: -1 });
      endMute(muted, { productId, kind, at: now() });
    },
    async () => {
      const ids = judgedKinds.map((kind) => `${kind}-${random.pick(productIds())}`);
      const status = random.int(1, 3);
      await bulkSetIssueStatus(ctx, actor, { watchDogIds: ids, issueStatus: status });
      for (const itemId of ids) statuses.push({ at: now(), itemId, status });
    },
    async () => {
      const isInstant = random.chance(0.5);
      const batchingMinutes = random.pick([60, 180, 600]);
      await save({ instantAlert: isInstant, batchingIntervalMinutes: batchingMinutes });
      for (const one of addresses) wish(one, { isInstant, batchingMinutes });
    },
    async () => {
      const one = random.pick(addresses);
      const quiet = random.chance(0.4) ? null : quietHours(random);
      await change(one, { quietFromHour: quiet?.from ?? null, quietToHour: quiet?.to ?? null });
      wish(one, { quiet });
    },
    async () => {
      const [one, digestHour, wantsDigest] = [random.pick(addresses), random.int(0, 23), random.chance(0.8)];
      await change(one, { digestEmailHour: digestHour, subscribedToDailyDigestEmail: wantsDigest });
      wish(one, { digestHour, wantsDigest });
    },
    async () => {
      const [one, timeZone] = [random.pick(addresses), random.pick(zones)];
      await change(one, { timeZone });
      wish(one, { timeZone });
    },
    async () => {
      const one = random.pick(addresses);
      const type = typeOf(random.pick(judgedKinds));
      const wanted = random.chance(0.6) ? coloursOf(type) : random.chance(0.5) ? colours.red : [];
      const unwanted = coloursOf(type).filter((colour) => !wanted.includes(colour));
      await change(one, {
        ...(wanted.length > 0 && { alertTurnedOn: `${type}:${wanted.join(',')}` }),
        ...(unwanted.length > 0 && { alertTurnedOff: `${type}:${unwanted.join(',')}` }),
      });
      const last = wishes.get(one.wishes.email)?.at(-1);
      wish(one, { alerts: { ...last?.wishes.alerts, [type]: wanted } });
    },
  ];
  return {
    deeds: { wishes, muted, statuses },
    nextAt: () => nextAt,
    async act() {
      nextAt = now() + random.int(pause.least, pause.most);
      const deed = random.pick(acts);
      if (productIds().length === 0) return;
      await deed().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
    },
  };
}

/** Ends the mute of an item, because a new mute replaces it or people have ended it. */
function endMute(muted: MutedPeriod[], { productId, kind, at }: { productId: string; kind: string; at: number }): void {
  muted.forEach((period, index) => {
    const isEnded = period.productId === productId && period.kind === kind && period.to > at;
    if (isEnded) muted[index] = { ...period, to: at, isCutShort: true };
  });
}

function coloursOf(type: string): readonly string[] {
  return colours.all.filter(
    (colour) =>
      colour === 'RED' ||
      (colour === 'AMBER' && ['PRICE', 'INVENTORY'].includes(type)) ||
      (colour === 'GREEN' && green.has(type)),
  );
}

function quietHours(random: Random): { from: number; to: number } {
  const from = random.int(0, 23);
  return { from, to: (from + random.int(1, 12)) % 24 };
}

const savingContext = (ctx: Context) => ({
  ...ctx,
  sellers: { listSellers: () => Promise.resolve([]), renameSellers: () => Promise.resolve() },
  isProved: () => Promise.resolve(true),
  endAccess: () => Promise.resolve(),
  dropSessions: () => undefined,
});
