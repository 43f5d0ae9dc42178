import { buildWebIfStale } from '../../scripts/start/web-build.ts';

/** Builds before any worker starts: workers that find the build stale at the same time would overwrite each other's. */
export default buildWebIfStale;
