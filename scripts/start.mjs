import { handOver } from './install/bootstrap.mjs';

handOver('start.ts');
