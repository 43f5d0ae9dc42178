import { minuteMs } from '@app/shared/base/time.ts';
import type { Logger } from 'pino';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../lib/db/db.ts';
import { isNoticed, noteAlarm, type Alarm } from './alarm-queries.ts';

/** An alarm is over when its cause was not noticed for this long. Sweeps and probes meet a lasting cause more often. */
export const alarmLastsMs = 15 * minuteMs;

const textOf: Readonly<Record<Alarm, string>> = {
  applicationRefused: 'Login with Amazon refuses this application: check LWA_CLIENT_ID and LWA_CLIENT_SECRET',
  authorizationsRefused:
    'Amazon refuses many authorizations at once: this is taken for an outage, and no owner is told',
  keyMissing: 'Secrets are encrypted with a key that this process does not have: put it back into ENCRYPTION_KEYS',
};

type AlarmContext = Pick<Context, 'db' | 'clock'> & { readonly log: Pick<Logger, 'error'> };

/** Stores an alarm for the figures of the operator. It is logged as an error when it begins. */
export async function raiseAlarm({ db, clock, log }: AlarmContext, alarm: Alarm): Promise<boolean> {
  const now = clock.now();
  const isNew = await noteAlarm(db.global, alarm, { now, overBefore: new Date(now.getTime() - alarmLastsMs) });
  if (isNew) log.error({ alarm }, textOf[alarm]);
  return isNew;
}

/** True while the alarm lasts. */
export const isRaised = (db: Executor, alarm: Alarm, now: Date): Promise<boolean> =>
  isNoticed(db, alarm, new Date(now.getTime() - alarmLastsMs));
