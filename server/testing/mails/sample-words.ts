import { linksFor } from '../../src/features/delivering/composing/mail-links.ts';
import { picturesAt } from './pictures.ts';

/** Texts from outside, where a test replaces them. */
export interface SampleTexts {
  readonly product?: string;
  readonly said?: string;
}

export interface SampleMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export const publicUrl = 'https://watch.example';
export const now = new Date('2026-11-20T06:00:00Z');
export const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
export const email = 'ada@brightkeel.example';
export const clock = { timeZone: 'Europe/Berlin', offsetMinutes: 60, adjustsToDst: true, region: 'EU' } as const;
export const links = linksFor(
  {
    keys: new Map([['k1', Buffer.alloc(32, 7)]]),
    clock: { now: () => now, pause: () => Promise.resolve() },
    config: { publicUrl },
  },
  { tenantId: '0c6f0f3e-6f0e-4b0e-9a3c-0d6f1f1f1f1f', emailAddressId: '7', email },
);

const pictureUrl = (index: number): string => `https://pictures.example/${index}.png`;
/** Returns the picture of a product. Every fourth product has a picture that cannot be loaded. */
export const pictureOf = (index: number): string => pictureUrl(index % 4);
export const pictures = picturesAt(pictureUrl(0), pictureUrl(1), pictureUrl(2));

export const said: Readonly<Record<string, { from: string; to: string; message: string }>> = {
  lostBuybox: {
    from: 'You $34.90',
    to: 'Castline Direct $31.49',
    message: 'You at $34.90, now Castline Direct at $31.49',
  },
  starRatingRecentChange: {
    from: '4.3 stars',
    to: '4.1 stars',
    message: 'The rating fell from 4.3 to 4.1 stars within a day',
  },
  searchBan: {
    from: 'Found at 4',
    to: 'not found',
    message: 'The product is not found by a search for its own name any more',
  },
  price: { from: '$24.90', to: '$19.90', message: 'Your price went from $24.90 to $19.90' },
};
export const names = [
  'Cast-iron skillet 26 cm',
  'Insulated bottle 750 ml, slate',
  'Gooseneck kettle 0.9 L',
  'Cork yoga blocks, set of two',
];
