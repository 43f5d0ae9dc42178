import type { Plugin } from 'vite';

/** The pages that people open first, each with its entry file, which src/app/routes.tsx loads. */
const firstFiles: Readonly<Record<string, string>> = {
  '/login': 'src/features/login/LoginPage.tsx',
  '/signup': 'src/features/signup/SignUpPage.tsx',
  '/home': 'src/app/screens/HomeScreen.tsx',
  '/table': 'src/app/screens/TableScreen.tsx',
  '/productsettings': 'src/app/screens/ProductSettingsScreen.tsx',
  '/settings': 'src/app/screens/SettingsScreen.tsx',
};

/**
 * The font file of all Latin text. Without a preload a browser requests the font only after it has drawn text in a
 * fallback font.
 */
const font = /\/inter-latin-opsz-normal[^/]*\.woff2$/;

/**
 * Writes `first-parts.json`: for each of these pages, the files that it needs beside the entry script. The server names
 * these files in the HTML; otherwise a browser would learn of them a round trip later, when the entry script runs.
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
