import { sql } from 'kysely';
import { pino } from 'pino';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';
import { createPublicFetch } from '../../src/external/http/public-fetch.ts';
import type { Actor } from '../../src/http/actor.ts';
import type { Mail } from '../../src/lib/mail/mailer.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { parseEncryptionKeys } from '../../src/lib/secrets.ts';
import { showDeliveries } from '../../src/features/delivering/log/delivery-log.ts';
import { endMutes, judgeDue } from '../../src/features/judging/due.ts';
import { watchedProduct } from '../observing/watched-product.ts';
import { noPictures } from './pictures.ts';
import { type SendContext, tellAlerts } from './send-messages.ts';

const config = { publicUrl: 'https://watch.example' } as SendContext['config'];
const keys = parseEncryptionKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);

/** Gives each test a tenant with one product, and the mails that its owner gets. Call it once at the top of the file. */
export function toldProduct() {
  const watched = watchedProduct();
  const { clock } = watched;
  return {
    watched,
    /** Judges what is due by time, ends mutes, sends what is due, and returns the mails to the owner. */
    async tell(): Promise<readonly Mail[]> {
      const sent: Mail[] = [];
      await judgeDue({ db: watched.db, clock });
      await endMutes({ db: watched.db, clock });
      await tellAlerts({
        push: null,
        publicFetch: createPublicFetch({ allowsPrivate: false }),
        db: watched.db,
        clock,
        config,
        keys,
        random: systemRandom,
        log: pino({ level: 'silent' }),
        pictures: noPictures,
        mailer: { send: async (mail) => void sent.push(mail), close: () => undefined },
      });
      return sent.filter(({ to }) => to === watched.tenant.owner.email);
    },
    /** Lets the owner want all news of the kind. */
    async wantAll(type: string): Promise<void> {
      const { tenantId } = watched.tenant;
      const wanted = JSON.stringify({ [alertTypeOf(type)]: ['RED', 'AMBER', 'GREEN'] });
      await sql`
        update email_addresses set alert_settings = ${wanted}::jsonb where tenant_id = ${tenantId}`.execute(
        watched.db.global,
      );
    },
    /** Returns the delivery log, oldest first, as "outcome: reason". */
    async log(): Promise<readonly string[]> {
      const actor: Actor = watched.tenant.owner;
      const { deliveries } = await showDeliveries({ db: watched.db }, actor, {});
      return deliveries.map(({ outcome, error }) => (error === null ? outcome : `${outcome}: ${error}`)).toReversed();
    },
  };
}
