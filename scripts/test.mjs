import { handOver } from './install/bootstrap.mjs';

handOver('test.ts');
