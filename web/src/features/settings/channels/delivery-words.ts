import type { Delivery, DeliveryOutcome } from '@app/shared/contract/delivery-log.ts';
import { severityOfColour } from '@app/shared/base/severity.ts';
import { transportsById } from '@app/shared/transports/registry.ts';
import type { Level } from '../../../ui/signs/SeveritySign.tsx';

export const outcomeWords: Readonly<Record<DeliveryOutcome, { readonly word: string; readonly level: Level }>> = {
  waiting: { word: 'Waiting', level: 'starting' },
  held: { word: 'Held', level: 'starting' },
  sent: { word: 'Sent', level: 'ok' },
  failed: { word: 'Failed', level: 'alert' },
  dropped: { word: 'Not sent', level: 'muted' },
};

export const levelOfDelivery = ({ colour }: Pick<Delivery, 'colour'>): Level | null =>
  colour && severityOfColour(colour);

/** "to ann@acme.example by e-mail" */
export const recipientOf = ({ to, channel }: Pick<Delivery, 'to' | 'channel'>): string =>
  `to ${to} ${transportsById[channel].by}`;

/** "Buy box lost: Cast-iron skillet, US" */
export function whatOf({
  what,
  productName,
  marketplace,
}: Pick<Delivery, 'what' | 'productName' | 'marketplace'>): string {
  const product = [productName, marketplace].filter((one) => one !== null).join(', ');
  return product === '' ? what : `${what}: ${product}`;
}

/** The reason of a failure and the number of attempts; null if the first attempt succeeded. */
export function troubleOf({
  outcome,
  error,
  attempts,
}: Pick<Delivery, 'outcome' | 'error' | 'attempts'>): string | null {
  if (error === null || outcome === 'sent') return null;
  return attempts > 1 ? `${error} (tried ${attempts} times)` : error;
}
