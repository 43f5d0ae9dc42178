/**
 * Keeps the memory of a process near what it uses. Without a limit V8 lets garbage grow to several times the live
 * objects, and by default glibc keeps memory apart for each thread that compresses.
 */
export const memoryOptions = ['--max-old-space-size=1024', '--max-semi-space-size=16'];
export const memoryVariables = { MALLOC_ARENA_MAX: '2' };
