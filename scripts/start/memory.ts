/**
 * Keeps the memory of a process close to what the process uses. Without a limit V8 lets garbage grow to several times
 * the live objects, and by default glibc keeps separate memory for each thread that compresses.
 */
export const memoryOptions = ['--max-old-space-size=1024', '--max-semi-space-size=16'];
export const memoryVariables = { MALLOC_ARENA_MAX: '2' };
