import type { Plugin } from 'vite';

/** The drawing of an icon in a module of `@tabler/icons-react`: `[["path", { "d": "…", "key": "svg-0" }], …]`. */
const iconNode = /(?<=const __iconNode = )\[.*\](?=;)/s;
const onlyPaths = /^\[(?:\["path", \{ "d": "[^"]*", "key": "[^"]*" \}\](?:, )?)+\]$/;

/**
 * Joins the paths of every icon to one. A hundred icons are on the page, of two to eight elements each, and every
 * change of styles visits all elements. All strokes of an icon have the same style, so that one path looks the same.
 */
export const onePathIcons = (): Plugin => ({
  name: 'watchpost-one-path-icons',
  transform: {
    filter: { id: /@tabler\/icons-react\/dist\/esm\/icons\/\w+\.mjs$/ },
    handler: (code) => ({ code: withOnePath(code), map: null }),
  },
});

export const withOnePath = (code: string): string =>
  code.replace(iconNode, (nodes) => {
    if (!onlyPaths.test(nodes)) return nodes;
    const paths = [...nodes.matchAll(/"d": "([^"]*)"/g)].map(([, d = '']) => fromOrigin(d));
    return JSON.stringify([['path', { d: paths.join(''), key: 'svg-0' }]]);
  });

/** Makes a relative first move absolute: in the joined path it would start where the previous path ended. */
const fromOrigin = (d: string): string => (d.startsWith('m') ? `M0 0${d}` : d);
