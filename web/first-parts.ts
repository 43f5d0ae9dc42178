import type { Plugin } from 'vite';

/** The pages that people open first, with the file that each begins with (src/app/routes.tsx loads it). */
const firstFiles: Readonly<Record<string, string>> = {
  '/login': 'src/features/login/LoginPage.tsx',
  '/signup': 'src/features/signup/SignUpPage.tsx',
  '/home': 'src/app/screens/HomeScreen.tsx',
  '/table': 'src/app/screens/TableScreen.tsx',
  '/productsettings': 'src/app/screens/ProductSettingsScreen.tsx',
  '/settings': 'src/app/screens/SettingsScreen.tsx',
};

/** The font of all Latin text. A browser requests it only when it has drawn text in another one. */
const font = /\/inter-latin-opsz-normal[^/]*\.woff2$/;

/**
 * Writes the files that each of these pages needs beside the entry into `first-parts.json`. The server names them in
 * the page itself: otherwise a browser would learn of them only when the entry runs, a round trip later.
 */
export const firstParts = (): Plugin => ({
  name: 'watchpost-first-parts',
  apply: 'build',
  generateBundle(_options, bundle) {
    const partsOf = (fileName: string, known: Set<string>): Set<string> => {
      const chunk = bundle[fileName];
      if (chunk?.type !== 'chunk' || known.has(fileName)) return known;
      known.add(fileName);
      for (const css of chunk.viteMetadata?.importedCss ?? []) known.add(css);
      for (const imported of chunk.imports) partsOf(imported, known);
      return known;
    };
    const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk');
    const ofEntry = chunks
      .filter(({ isEntry }) => isEntry)
      .reduce((known, { fileName }) => partsOf(fileName, known), new Set<string>());
    const fonts = Object.keys(bundle).filter((fileName) => font.test(fileName));
    if (fonts.length !== 1) this.error(`The build has ${fonts.length} files of the font instead of one`);
    const ofPage = (file: string): readonly string[] => {
      const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${file}`));
      if (!first) this.error(`No part of the build begins with ${file}`);
      const parts = [...partsOf(first.fileName, new Set())].filter((part) => !ofEntry.has(part));
      return [...parts, ...fonts].map((part) => `/${part}`);
    };
    const source = JSON.stringify(
      Object.fromEntries(Object.entries(firstFiles).map(([path, file]) => [path, ofPage(file)])),
    );
    this.emitFile({ type: 'asset', fileName: 'first-parts.json', source });
  },
});
