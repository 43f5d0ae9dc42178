import type { FastifyInstance } from 'fastify';
import type { PictureShape } from '../world/catalogue/template.ts';
import { draw } from './draw.ts';
import type { Tint } from './shapes/materials.ts';
import { encodePng } from './png.ts';
import { silhouettes } from './shapes/shapes.ts';

interface PictureSource {
  pictureOf(asin: string): { shape: PictureShape; hue: number } | undefined;
}

const smallest = 16;
const largest = 1000;
/** About 10 MB; enough for every product of the world in the two sizes that Watchpost requests. */
const cacheSize = 1000;

/** Serves product pictures; each is drawn on its first request. */
export function pictures(source: PictureSource): (app: FastifyInstance) => Promise<void> {
  const cache = new Map<string, Buffer>();
  return async (app) => {
    app.get<{ Params: { file: string }; Querystring: { w?: string } }>('/sandbox/pictures/:file', (request, reply) => {
      // As in Amazon's picture addresses, the part between the dots is a display modifier and ignored.
      const [, asin = ''] = /^([A-Z0-9]{10})(?:\._\w+_)?\.png$/.exec(request.params.file) ?? [];
      const picture = source.pictureOf(asin);
      if (!picture) return reply.code(404).send({ error: 'Not Found', message: `There is no picture of ${asin}` });
      const size = Math.min(largest, Math.max(smallest, Math.round(Number(request.query.w ?? 500)) || 500));
      const key = `${asin}:${size}`;
      const png = cache.get(key) ?? encodePng(draw(silhouettes[picture.shape], tintOf(picture.hue), size));
      if (cache.size >= cacheSize) cache.clear();
      cache.set(key, png);
      return reply.type('image/png').header('cache-control', 'public, max-age=86400, immutable').send(png);
    });
  };
}

/** Lightness and chroma combinations, chosen by hue so that products vary. */
const finishes = [
  { lightness: 0.68, chroma: 0.11 },
  { lightness: 0.52, chroma: 0.09 },
  { lightness: 0.8, chroma: 0.07 },
  { lightness: 0.74, chroma: 0.03 },
  { lightness: 0.6, chroma: 0.13 },
] as const;

const tintOf = (hue: number): Tint => ({ ...(finishes[hue % finishes.length] ?? finishes[0]), hue });
