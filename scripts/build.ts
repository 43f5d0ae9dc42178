import { main } from './say.ts';
import { buildWebIfStale } from './start/web-build.ts';

await main(buildWebIfStale);
