import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstCalls } from './first-calls.ts';
import { firstParts } from './first-parts.ts';
import { onePathIcons } from './one-path-icons.ts';
import { stylesLast } from './styles-last.ts';
import { withoutServerParts } from './without-server-parts.ts';
import project from '../package.json' with { type: 'json' };

const api = process.env['VITE_API'] ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), onePathIcons(), withoutServerParts(), firstCalls(), firstParts(), stylesLast()],
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
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            {
              name: 'tanstack',
              priority: 2,
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-query|query-core|store|react-store)[\\/]/,
            },
            // Groups the small modules that several screens share: otherwise each shared icon and button would be a
            // separate file of a few hundred bytes, a third of all files that a page loads. Parts that import a library
            // stay with the screens that use them, and so do parts that only forms with a save bar use.
            {
              name: 'pieces',
              test: /web[\\/]src[\\/]ui[\\/](?!chart)\w+[\\/](?!Virtual|WordDiff|RegionButtons|LeavePrompt|Import|use-offset|use-import|bring-into|reserve)|[\\/]@tabler[\\/]/,
              minShareCount: 2,
              maxModuleSize: 3000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
