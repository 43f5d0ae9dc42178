import type { Plugin } from 'vite';

const styleLink = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g;
/** How Vite adds the style sheet of a part that is loaded later. */
const addedToHead = 'document.head.appendChild(link)';

/**
 * Moves the style sheets from the head of the page to its end: in the head they delay the first paint, of a notice that
 * needs none of them, until they have come. The application still waits for them. The style sheets of parts that are
 * loaded later follow them: between two rules of the same weight the later one counts.
 */
export const stylesLast = (): Plugin => ({
  name: 'watchpost-styles-last',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return null;
    if (!code.includes(addedToHead)) this.error('Vite adds style sheets in another way than expected');
    return code.replace(addedToHead, 'document.body.appendChild(link)');
  },
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const links = html.match(styleLink) ?? [];
      if (links.length === 0) this.error('The page links no style sheet');
      return html.replace(styleLink, '').replace('  </body>', `${links.join('')}  </body>`);
    },
  },
});
