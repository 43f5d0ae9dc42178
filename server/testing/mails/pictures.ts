import type { Pictures } from '../../src/external/http/pictures.ts';
import type { LoadedPictures, Picture } from '../../src/lib/mail/inline-pictures.ts';

/** Finds no picture for any address. */
export const noPictures: Pictures = { load: async () => new Map() };

/** One grey pixel. */
export const png: Picture = {
  contentType: 'image/png',
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

export const picturesAt = (...addresses: readonly string[]): LoadedPictures =>
  new Map(addresses.map((address) => [address, png]));
