import type { Plugin } from 'vite';

/** In a module of `@tabler/icons-react`, what an icon is drawn with: `[["path", { "d": "…", "key": "svg-0" }], …]`. */
const iconNode = /(?<=const __iconNode = )\[.*\](?=;)/s;
const onlyPaths = /^\[(?:\["path", \{ "d": "[^"]*", "key": "[^"]*" \}\](?:, )?)+\]$/;

/**
 * Draws every icon as one path: a hundred of them are on the page, of two to eight elements each, and whatever restyles
 * the page goes through all of them. All strokes of an icon look alike, so together they look the same.
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

/** A path that begins with a relative move begins at the origin, not where the one before it ended. */
const fromOrigin = (d: string): string => (d.startsWith('m') ? `M0 0${d}` : d);
