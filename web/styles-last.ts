import type { Plugin } from 'vite';

const styleLink = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g;

/**
 * Moves the style sheets from the head of the page to its end: in the head they delay the first paint, of a notice that
 * needs none of them, until they have come. The application still waits for them.
 */
export const stylesLast = (): Plugin => ({
  name: 'watchpost-styles-last',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const links = html.match(styleLink) ?? [];
      if (links.length === 0) this.error('The page links no style sheet');
      return html.replace(styleLink, '').replace('  </body>', `${links.join('')}  </body>`);
    },
  },
});
