import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import { pictureBefore } from '../kind-parts/picture-evidence.ts';

const memory = z.object({ lastUrl: z.nullable(z.string()) });

export default defineWatchdog({
  type: 'imageMissing',
  title: 'Missing Image',
  headline: 'Main image missing',
  about:
    'Watches the main image on the catalogue page, the one customers see. Alerts when there is none. An answer without any details is looked at again before it counts.',
  family: 'Listing',
  icon: 'photo-off',
  everyMinutes: 30,
  reads: ['catalog'],
  colours: ['RED'],
  costs: { alert: { low: 0.5, high: 0.9 } },
  nextSteps: [
    'Upload the main picture again: white background, no text, 1000 pixels or more',
    'See whether the old one broke a rule, or a catalogue upload removed it',
  ],
  action: { label: 'Add a picture', place: 'manageListing' },
  asCause: { words: 'the main image is missing' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item }) {
    const { images, title } = now.catalog;
    // An answer with neither a title nor a picture is empty. It does not prove that the page has no picture.
    if (!images || (title === null && images.length === 0)) return null;
    const mainUrls = images.filter((image) => image.variant === 'MAIN').map((image) => image.url);
    const main = mainUrls.toSorted()[0];
    if (main !== undefined) {
      const text = (item?.status ?? 0) > 0 ? 'The main image is back' : null;
      return { verdict: 'ok', text, about: null, memory: { lastUrl: main } };
    }
    const lastUrl = before?.lastUrl ?? null;
    return {
      verdict: 'alert',
      text: lastUrl ? 'The main image is gone from the product page' : 'The product page has no main image',
      from: lastUrl ? 'Main image' : null,
      to: 'No main image',
      about: 'MAIN',
      evidence: [
        ...(lastUrl ? [{ label: pictureBefore, value: lastUrl }] : []),
        { label: 'Other images', value: String(images.length) },
      ],
      memory: { lastUrl },
    };
  },
});
