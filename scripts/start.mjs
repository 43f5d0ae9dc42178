import { handOver } from './bootstrap.mjs';

handOver('start.ts');
