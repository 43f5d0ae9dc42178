import type { Plugin } from 'vite';
import { usualTextPx } from './src/ui/layout/text-size.ts';

const widthQueries = /@(?:media|container)[^{;]*\{/g;
const pixels = /(\d+)px/g;

/**
 * Compares widths in media and container queries with the size of the browser's text, as at that zoom of the page: with
 * text of 32 px a window of 1280 px has room for the layout of 640 px. The style sheets name the widths at the usual
 * size of 16 px, as the specification does.
 */
export const widthsInEm = (): Plugin => ({
  name: 'watchpost-widths-in-em',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => ({ code: inEm(code), map: null }),
  },
});

/** In a container query `em` would be the text of the container, which differs from the browser's. */
export const inEm = (css: string): string =>
  css.replace(widthQueries, (query) => {
    const unit = query.startsWith('@media') ? 'em' : 'rem';
    return query.replace(pixels, (_, px: string) => `${Number(px) / usualTextPx}${unit}`);
  });
