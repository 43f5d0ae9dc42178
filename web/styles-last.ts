import type { Plugin } from 'vite';

const styleLink = /[ \t]*<link rel="stylesheet"[^>]*>\n?/g;
/** The statement by which Vite adds the style sheet of a part that is loaded later. */
const addedToHead = 'document.head.appendChild(link)';

/**
 * Moves the style sheets from the head of the page to the end of the body: in the head they delay the first paint,
 * although the splash screen needs none of them. The application still waits for them. Style sheets of parts that are
 * loaded later are appended after them, because the later of two rules with the same specificity wins.
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
