import type { Context } from '../../../context.ts';

/** The parts of the context that the reads use. Their second argument is the person whose rights apply. */
export type ReadContext = Pick<Context, 'db' | 'clock' | 'config' | 'keys'>;
