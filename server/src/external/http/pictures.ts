import { dayMs } from '@app/shared/base/time.ts';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../lib/clock.ts';
import type { LoadedPictures, Picture } from '../../lib/mail/inline-pictures.ts';
import type { PublicFetch } from './public-fetch.ts';

/** Loads product pictures for mails. */
export interface Pictures {
  /**
   * Returns the pictures that can be loaded within two seconds, by address. Never rejects, because a mail without a
   * picture is better than a late mail. Must not be called inside a transaction.
   */
  load(addresses: readonly string[]): Promise<LoadedPictures>;
}

/** A mail shows at most this many products in full. */
const mostAtOnce = 10;
const timeoutMs = 2_000;
const mostBytes = 100_000;
/** Limit for the pictures of one mail together, because mail servers reject large mails. */
const mostBytesTogether = 400_000;
const mostBytesKept = 16_000_000;
/** The maximum number of addresses in the cache, including addresses without a picture. */
const mostKept = 5_000;
const keptMs = dayMs;
const missingMs = 600_000;
/**
 * A host that has not answered is not asked again for this time, because many mails would otherwise wait for it one
 * after the other.
 */
const restMs = 60_000;

interface CachedPicture {
  /** The picture of the product; `null` when the address has no usable picture. */
  readonly picture: Picture | null;
}

interface PicturesContext {
  readonly publicFetch: Pick<PublicFetch, 'fetch'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function createPictures({ publicFetch, clock }: PicturesContext): Pictures {
  const cached = new LRUCache<string, CachedPicture>({
    max: mostKept,
    maxSize: mostBytesKept,
    sizeCalculation: ({ picture }) => picture?.content.length || 1,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  const resting = new Map<string, number>();

  async function pictureAt(address: string): Promise<Picture | null> {
    const now = clock.now().getTime();
    const known = cached.get(address);
    if (known) return known.picture;
    const host = URL.parse(address)?.host ?? '';
    if ((resting.get(host) ?? 0) > now) return null;
    try {
      const picture = await fetchPicture(publicFetch, address);
      cached.set(address, { picture }, { ttl: picture ? keptMs : missingMs });
      return picture;
    } catch {
      resting.set(host, now + restMs);
      return null;
    }
  }

  return {
    async load(addresses) {
      for (const [host, until] of resting) if (until <= clock.now().getTime()) resting.delete(host);
      const wanted = [...new Set(addresses)].slice(0, mostAtOnce);
      return limitTotalSize(
        await Promise.all(wanted.map(async (address) => [address, await pictureAt(address)] as const)),
      );
    },
  };
}

function limitTotalSize(found: readonly (readonly [string, Picture | null])[]): LoadedPictures {
  const loaded = new Map<string, Picture>();
  let together = 0;
  for (const [address, picture] of found) {
    if (!picture || together + picture.content.length > mostBytesTogether) continue;
    together += picture.content.length;
    loaded.set(address, picture);
  }
  return loaded;
}

async function fetchPicture(publicFetch: PicturesContext['publicFetch'], address: string): Promise<Picture | null> {
  const request = {
    method: 'GET',
    headers: { accept: 'image/png, image/jpeg, image/gif' },
    timeoutMs,
    maxBytes: mostBytes,
  } as const;
  const { status, body, isCut } = await publicFetch.fetch(smallOf(address), request);
  const contentType = typeOf(body);
  return status === 200 && !isCut && contentType ? { contentType, content: body } : null;
}

/** Amazon serves a picture in any size that its file name states; the name in the catalogue may mean a megabyte. */
const smallOf = (address: string): string =>
  address.replace(/^(https:\/\/m\.media-amazon\.com\/images\/I\/[^/.]+)\.(jpe?g|png|gif)$/, '$1._SL160_.$2');

/**
 * Detects the type by the first bytes instead of the declared type, so that only bitmaps pass, and no SVG, for
 * example, which may contain a script.
 */
function typeOf(body: Buffer): Picture['contentType'] | null {
  const begins = (...bytes: readonly number[]) => body.subarray(0, bytes.length).equals(Buffer.from(bytes));
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  return /^GIF8[79]a/.test(body.toString('latin1', 0, 6)) ? 'image/gif' : null;
}
