import { buildWebIfStale } from '../../scripts/start/web-build.ts';

/**
 * Builds the web application before any Playwright worker starts. Two workers that find the build stale at the same
 * time would overwrite each other's files.
 */
export default buildWebIfStale;
