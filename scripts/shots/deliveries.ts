import type { Delivery } from '@app/shared/contract/delivery-log.ts';
import { hourMs } from '@app/shared/base/time.ts';

const whats: readonly Pick<Delivery, 'what' | 'about' | 'colour' | 'productName' | 'marketplace'>[] = [
  { what: 'Buy box lost', about: 'alert', colour: 'RED', productName: 'Cast-iron skillet 26 cm', marketplace: 'US' },
  { what: 'Daily digest', about: 'digest', colour: null, productName: null, marketplace: null },
  {
    what: 'Price fell',
    about: 'alert',
    colour: 'AMBER',
    productName:
      'Enamelled casserole with lid, oval, 4.7 litres, for all hobs and the oven, with a recipe book, cherry red',
    marketplace: 'DE',
  },
  { what: 'Buy box won back', about: 'alert', colour: 'GREEN', productName: 'Milk pan 1 L', marketplace: 'IN' },
  { what: 'Test message', about: 'test', colour: null, productName: null, marketplace: null },
];
const tos: readonly Pick<Delivery, 'channel' | 'to' | 'emailAddressId' | 'channelId'>[] = [
  { channel: 'mail', to: 'ops@watchpost.test', emailAddressId: '1', channelId: null },
  { channel: 'webhook', to: 'Warehouse', emailAddressId: null, channelId: '1' },
  { channel: 'push', to: 'ann@watchpost.test', emailAddressId: '2', channelId: null },
  { channel: 'slack', to: '#amazon-alerts', emailAddressId: null, channelId: '2' },
  { channel: 'discord', to: '#stock', emailAddressId: null, channelId: '3' },
  { channel: 'teams', to: 'Marketplace operations and listings', emailAddressId: null, channelId: '4' },
  { channel: 'telegram', to: 'Night shift', emailAddressId: null, channelId: '5' },
];
const errors = [
  null,
  null,
  null,
  '550 5.1.1 <ops@watchpost.test>: Recipient address rejected: User unknown in virtual mailbox table',
  null,
  'The address has not answered within 10 seconds',
  null,
];

/** Returns a page of the delivery log of a busy account: all transports, with sent, waiting and failed deliveries. */
export function manyDeliveries(now: number): { readonly deliveries: readonly Delivery[]; readonly next: string } {
  const deliveries = Array.from({ length: 50 }, (_, index): Delivery => {
    const [what, to] = [whats[index % whats.length], tos[index % tos.length]];
    const error = errors[index % errors.length] ?? null;
    if (!what || !to) throw new Error('There is one of each');
    const at = new Date(now - index * index * 0.05 * hourMs).toISOString();
    const isWaiting = index === 1 || error?.startsWith('The address') === true;
    return {
      ...what,
      ...to,
      id: String(index),
      outcome: isWaiting ? 'waiting' : error === null ? 'sent' : 'failed',
      at,
      sentAt: isWaiting || error !== null ? null : at,
      nextAttemptAt: isWaiting ? new Date(now + hourMs).toISOString() : null,
      attempts: isWaiting ? 3 : 1,
      error,
      messageId: null,
    };
  });
  return { deliveries, next: 'older' };
}
