import { minuteMs } from '@app/shared/base/time.ts';
import type { Logger } from 'pino';
import type { Context } from '../../../context.ts';
import type { Figure, FigureGroup } from '../../../http/health.ts';
import type { Executor } from '../../../lib/db/db.ts';
import { isNoticed, noteAlarm, type Alarm } from './alarm-queries.ts';

/** An alarm that was not noticed again for so long is over. Sweeps and probes repeat what they are about within it. */
const alarmLastsMs = 15 * minuteMs;

const textOf: Readonly<Record<Alarm, string>> = {
  applicationRefused: 'Login with Amazon refuses this application: check LWA_CLIENT_ID and LWA_CLIENT_SECRET',
  authorizationsRefused:
    'Amazon refuses many authorisations at once: this is taken for an outage, and no owner is told',
};

type AlarmContext = Pick<Context, 'db' | 'clock'> & { readonly log: Pick<Logger, 'error'> };

/** Keeps an alarm for the figures of the operator. It is logged as an error when it begins. */
export async function raiseAlarm({ db, clock, log }: AlarmContext, alarm: Alarm): Promise<boolean> {
  const now = clock.now();
  const isNew = await noteAlarm(db.global, alarm, { now, overBefore: new Date(now.getTime() - alarmLastsMs) });
  if (isNew) log.error({ alarm }, textOf[alarm]);
  return isNew;
}

/** True while the alarm goes on. */
export const isRaised = (db: Executor, alarm: Alarm, now: Date): Promise<boolean> =>
  isNoticed(db, alarm, new Date(now.getTime() - alarmLastsMs));

const figureOf = {
  applicationRefused: {
    name: 'marketplace_application_refused',
    help: '1 while Login with Amazon refuses our own id or secret',
  },
  authorizationsRefused: {
    name: 'marketplace_authorizations_refused',
    help: '1 while so many authorisations are refused that it is taken for an outage of the marketplace',
  },
} as const satisfies Record<Alarm, Figure>;

/** The alarms as figures: 1 while one goes on. */
export const alarmFigures = ({ db, clock }: Pick<Context, 'db' | 'clock'>): FigureGroup => ({
  figures: Object.values(figureOf),
  async read() {
    const now = clock.now();
    const value = async (alarm: Alarm) => Number(await isRaised(db.global, alarm, now));
    return [
      { name: figureOf.applicationRefused.name, value: await value('applicationRefused') },
      { name: figureOf.authorizationsRefused.name, value: await value('authorizationsRefused') },
    ];
  },
});
