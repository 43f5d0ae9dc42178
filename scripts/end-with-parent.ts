// Preloaded into every process that a script starts: one whose parent was killed ends as if it had been asked to.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
