import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstCalls } from './first-calls.ts';
import { firstParts } from './first-parts.ts';
import { onePathIcons } from './one-path-icons.ts';
import { stylesLast } from './styles-last.ts';
import { compiledEarly } from './compiled-early.ts';
import { widthsInEm } from './widths-in-em.ts';
import { withoutServerParts } from './without-server-parts.ts';
import project from '../package.json' with { type: 'json' };

const api = process.env['VITE_API'] ?? 'http://127.0.0.1:4000';

const libraries =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-query|query-core|store|react-store))[\\/]/;

/**
 * Small modules that several screens share, also those without a session. Parts that import a library stay with the
 * screens that use them.
 */
const pieces =
  /web[\\/]src[\\/](ui[\\/](?!chart)\w+[\\/](?!Virtual|WordDiff|RegionButtons|Import|use-offset|use-import|bring-into|reserve)|lib[\\/]browser[\\/](briefly|load-script|use-is-here))|[\\/]@tabler[\\/]|(payment-status|email-address|authorization-failure|kept-failure|link-failure|scope-words|inputs[\\/](amount|password)|billing[\\/]package)\.ts$/;

/** The bar of the pages with a session, and other modules that most of these pages use. */
const shell =
  /app[\\/]shell[\\/]Shell\.tsx$|shared[\\/]src[\\/]base[\\/](money|marketplaces|marketplace-day)\.ts$|contract[\\/](catalog|billing)\.ts$|web[\\/]src[\\/](features[\\/]billing[\\/](money|billing-queries)|world[\\/](filter|moment-text))\.ts$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    onePathIcons(),
    withoutServerParts(),
    firstCalls(),
    firstParts(),
    widthsInEm(),
    stylesLast(),
    compiledEarly(),
  ],
  define: { 'import.meta.env.VERSION': JSON.stringify(project.version) },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  build: {
    target: 'es2023',
    // Fonts and pictures stay files: a strict content security policy would refuse a data URL.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each file costs a slow computer about 10 ms at the start of a page, however small the file is. Shared
          // modules would otherwise be two dozen files of a few hundred bytes. Modules join a group with what they
          // import, unless a group with a higher priority has that.
          groups: [
            { name: 'libraries', test: libraries, priority: 4 },
            // Everything that all pages load.
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'pieces', test: pieces, minShareCount: 2, maxModuleSize: 3000, priority: 2 },
            { name: 'shell', test: shell, priority: 1 },
          ],
        },
      },
    },
  },
});
