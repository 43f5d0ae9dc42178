import { arrivedBy, type Circumstances } from './patience.ts';
import { isAlertMail, type ArrivedMail } from './told.ts';
import { dayIn, hourIn, wishesBetween, type Wishes, type WishesSince } from './wishes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterMs = 900_000;

interface DigestRun {
  readonly mails: readonly ArrivedMail[];
  readonly wishes: ReadonlyMap<string, readonly WishesSince[]>;
  readonly from: number;
  readonly to: number;
}

/** Returns the faults of the daily digests. Each address that wants digests must get one per local day, at its hour. */
export function faultsOfDigests(
  { mails, wishes, from, to }: DigestRun,
  circumstances: Circumstances,
): readonly string[] {
  return [...wishes].flatMap(([email, timeline]) => {
    const byId = new Map(
      mails.filter((mail) => mail.to === email && !isAlertMail(mail)).map((mail) => [mail.messageId, mail]),
    );
    const digests = [...byId.values()];
    const faults: string[] = [];
    const answered = new Set<ArrivedMail>();
    for (let at = Math.ceil(from / quarterMs) * quarterMs; at < to; at += quarterMs) {
      // A digest may be missing within two days before or after a change of the address's settings.
      const versions = wishesBetween(timeline, at - 2 * dayMs, at + 2 * dayMs);
      const [wish] = versions;
      if (!wish || versions.length > 1) continue;
      if (!isHourOf(wish, at)) continue;
      const by = arrivedBy(at, circumstances);
      if (by >= to) continue;
      const ofDay = digests.filter((mail) => mail.at >= at && mail.at <= by);
      for (const mail of ofDay) answered.add(mail);
      const wanted = wish.wantsDigest ? 1 : 0;
      const day = dayIn(wish.timeZone, at);
      if (ofDay.length !== wanted) faults.push(`${email}: ${ofDay.length} digests instead of ${wanted} on ${day}`);
    }
    for (const mail of digests) {
      const isSettled = wishesBetween(timeline, mail.at - 2 * dayMs, mail.at + 2 * dayMs).length === 1;
      if (isSettled && !answered.has(mail) && mail.at >= from && mail.at < to - dayMs)
        faults.push(`${email}: the digest of ${new Date(mail.at).toISOString()} comes at a wrong hour`);
    }
    return faults;
  });
}

/**
 * Whether the hour of the digest begins at this instant. Where the clock is put forward over that hour, the hour after
 * the gap takes its place, so that no local day is without its digest.
 */
function isHourOf({ timeZone, digestHour }: Wishes, at: number): boolean {
  const before = hourIn(timeZone, at - quarterMs);
  const passed = hoursFrom(before, hourIn(timeZone, at));
  const away = hoursFrom(before, digestHour);
  return passed < 12 && away > 0 && away <= passed;
}

/** The hours on the clock from one hour to the next time of another; 23 if the clock was put back by one hour. */
const hoursFrom = (hour: number, later: number): number => (later - hour + 24) % 24;
